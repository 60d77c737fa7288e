// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/failures.h"

#include <new>
#include <string_view>

#include <c10/util/Exception.h>

namespace anneal {
namespace {

const char *const kOutOfMemory =
    "Not enough memory. Lower batch.tokens_per_device (and raise batch.accumulation_steps to "
    "keep the batch), choose a smaller model, or free memory; then resume the run.";

/// The CPU allocator reports a failed allocation as an ordinary error, so only its words tell.
bool looksLikeOutOfMemory(std::string_view text)
{
    for (const std::string_view sign :
         {"can't allocate memory", "not enough memory", "out of memory", "Cannot allocate memory"})
        if (text.find(sign) != std::string_view::npos)
            return true;
    return false;
}

} // namespace

Error errorFromException(std::exception_ptr exception)
{
    try {
        std::rethrow_exception(exception);
    } catch (const c10::OutOfMemoryError &) {
        return {ErrorCode::OutOfMemory, kOutOfMemory, {}};
    } catch (const std::bad_alloc &) {
        return {ErrorCode::OutOfMemory, kOutOfMemory, {}};
    } catch (const c10::Error &error) {
        const std::string text = error.what_without_backtrace();
        if (looksLikeOutOfMemory(text))
            return {ErrorCode::OutOfMemory, kOutOfMemory, {}};
        const bool gpu = text.find("CUDA error") != std::string::npos;
        return {gpu ? ErrorCode::Device : ErrorCode::Internal, text.substr(0, text.find('\n')), {}};
    } catch (const std::exception &error) {
        return {looksLikeOutOfMemory(error.what()) ? ErrorCode::OutOfMemory : ErrorCode::Internal, error.what(), {}};
    } catch (...) {
        return {ErrorCode::Internal, "An unknown error ended the run.", {}};
    }
}

} // namespace anneal

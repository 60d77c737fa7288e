// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/dtypes.h"

#include <array>
#include <utility>

namespace anneal {
namespace {

constexpr std::array<std::pair<std::string_view, torch::Dtype>, 15> kNames{{
    {"F64", torch::kFloat64},
    {"F32", torch::kFloat32},
    {"F16", torch::kFloat16},
    {"BF16", torch::kBFloat16},
    {"F8_E4M3", torch::kFloat8_e4m3fn},
    {"F8_E5M2", torch::kFloat8_e5m2},
    {"I64", torch::kInt64},
    {"I32", torch::kInt32},
    {"I16", torch::kInt16},
    {"I8", torch::kInt8},
    {"U64", torch::kUInt64},
    {"U32", torch::kUInt32},
    {"U16", torch::kUInt16},
    {"U8", torch::kUInt8},
    {"BOOL", torch::kBool},
}};

} // namespace

std::optional<torch::Dtype> dtypeFromName(std::string_view name)
{
    for (const auto &[known, dtype] : kNames) {
        if (known == name)
            return dtype;
    }
    return {};
}

std::string_view dtypeName(torch::Dtype dtype)
{
    for (const auto &[name, known] : kNames) {
        if (known == dtype)
            return name;
    }
    return {};
}

} // namespace anneal

# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch from the pinned wheel (tools/fetch_torch.py) or from ANNEAL_TORCH_ROOT. Its own CMake package demands a CUDA
# toolkit even for a CPU build, so the two or three libraries that we need are named here.
set(ANNEAL_TORCH_VERSION "2.15.0")
if(NOT ANNEAL_TORCH_ROOT AND DEFINED ENV{ANNEAL_TORCH_ROOT})
    set(ANNEAL_TORCH_ROOT "$ENV{ANNEAL_TORCH_ROOT}")
endif()
if(ANNEAL_TORCH_ROOT)
    set(torch_root "${ANNEAL_TORCH_ROOT}")
elseif(DEFINED ENV{ANNEAL_CACHE})
    set(torch_root "$ENV{ANNEAL_CACHE}/torch-${ANNEAL_TORCH_VERSION}/torch")
elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(torch_root "$ENV{XDG_CACHE_HOME}/anneal/torch-${ANNEAL_TORCH_VERSION}/torch")
else()
    set(torch_root "$ENV{HOME}/.cache/anneal/torch-${ANNEAL_TORCH_VERSION}/torch")
endif()
if(NOT EXISTS "${torch_root}/lib/libtorch_cpu.so")
    message(FATAL_ERROR "LibTorch is not at ${torch_root}.\n"
        "Fetch it with ./run --build, or name another one with -DANNEAL_TORCH_ROOT=DIR (a folder with include/ and lib/), "
        "or leave the engine out with -DANNEAL_ENGINE=OFF.")
endif()
set(nvidia_lib "${torch_root}/../nvidia/cu13/lib")

add_library(anneal_torch INTERFACE)
add_library(anneal::torch ALIAS anneal_torch)
# Searched last: the wheel brings its own fmt, which must not take the place of the system's that the rest links with.
target_compile_options(anneal_torch INTERFACE
    "SHELL:-idirafter ${torch_root}/include" "SHELL:-idirafter ${torch_root}/include/torch/csrc/api/include")
# --no-as-needed: kernels register themselves when libtorch_cpu is loaded, whether or not a symbol is used.
target_link_libraries(anneal_torch INTERFACE "${torch_root}/lib/libtorch_cpu.so" "${torch_root}/lib/libc10.so")
target_link_options(anneal_torch INTERFACE
    "-Wl,-rpath,${torch_root}/lib" "-Wl,-rpath,${nvidia_lib}" "-Wl,-rpath-link,${nvidia_lib}" "-Wl,--allow-shlib-undefined")
# The CUDA half only where a driver could use it: nothing of it is loaded on other machines.
if(EXISTS "/proc/driver/nvidia/version" AND EXISTS "${torch_root}/lib/libtorch_cuda.so")
    set(ANNEAL_CUDA ON)
    target_link_libraries(anneal_torch INTERFACE
        -Wl,--no-as-needed "${torch_root}/lib/libtorch_cuda.so" "${torch_root}/lib/libc10_cuda.so" -Wl,--as-needed)
endif()

# Full debug information of torch's headers would make the precompiled one 900 MB: line numbers must do.
set(torch_user_flags $<$<CONFIG:RelWithDebInfo>:-g1>)

# An executable that includes torch takes over the engine's precompiled header; both must be compiled as -fPIC for that.
function(anneal_use_torch_header target)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF ANNEAL_USES_TORCH ON)
    target_compile_options(${target} PRIVATE -fPIC -fopenmp ${torch_user_flags})
    target_precompile_headers(${target} REUSE_FROM anneal_engine)
endfunction()

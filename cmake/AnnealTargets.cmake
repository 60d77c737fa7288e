# SPDX-License-Identifier: GPL-3.0-or-later
# Settings and helpers that every target shares.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(ANNEAL_CCACHE ccache)
if(ANNEAL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The precompiled torch header needs the sloppiness below, or ccache refuses to look.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
        "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "CCACHE_NOHASHDIR=1" "${ANNEAL_CCACHE}")
endif()
find_program(ANNEAL_MOLD mold)

# Debian's nlohmann-json, spdlog and htslib are someone else's headers: no warnings from them.
add_library(anneal_flags INTERFACE)
target_compile_definitions(anneal_flags INTERFACE QT_NO_KEYWORDS QT_NO_CAST_FROM_BYTEARRAY SPDLOG_FMT_EXTERNAL
    ANNEAL_VERSION="${PROJECT_VERSION}")
target_compile_options(anneal_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -fno-omit-frame-pointer
    $<$<CONFIG:Release>:-Wno-restrict -Wno-stringop-overflow>) # g++ 12 reports it falsely for std::string at -O3
if(ANNEAL_WERROR)
    target_compile_options(anneal_flags INTERFACE -Werror)
endif()
if(ANNEAL_SANITIZE)
    target_compile_options(anneal_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all)
    target_link_options(anneal_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ANNEAL_MOLD)
    # Not for programs with torch: its headers bring thread-local storage of one byte, before which mold 1.10 begins the
    # read-only-after-relocation segment; now and then that is in the page before, and the program does not start.
    target_link_options(anneal_flags INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:ANNEAL_USES_TORCH>>>:-fuse-ld=mold>)
endif()

# anneal_library(config SOURCES a.cpp b.cpp LINKS anneal::base [PRIVATE_LINKS ...])
# One folder, one static library, one alias. Headers are included as "folder/header.h".
function(anneal_library name)
    cmake_parse_arguments(ARG "" "ROOT" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
    set(target "anneal_${name}")
    add_library(${target} STATIC ${ARG_SOURCES})
    add_library(anneal::${name} ALIAS ${target})
    set(uses_widgets OFF)
    if("${ARG_ROOT}" STREQUAL "${CMAKE_SOURCE_DIR}/ui")
        set(uses_widgets ON)
    endif()
    if(NOT uses_widgets AND NOT "${ARG_LINKS}" MATCHES "Qt6::")
        set_target_properties(${target} PROPERTIES AUTOMOC OFF) # no Qt, nothing for moc
    endif()
    if(NOT ARG_ROOT)
        set(ARG_ROOT "${CMAKE_SOURCE_DIR}/core")
    endif()
    target_include_directories(${target} PUBLIC "${ARG_ROOT}")
    target_link_libraries(${target} PUBLIC ${ARG_LINKS} PRIVATE anneal_flags ${ARG_PRIVATE_LINKS})
    if(uses_widgets)
        anneal_reuse_headers(${target} widgets)
    elseif(NOT name STREQUAL "engine")
        anneal_reuse_headers(${target} core)
    endif()
endfunction()

# Precompiled headers: made once, shared by everything of their kind. A kind's macros must be defined alike in every user, so the
# makers link as little as their headers allow. Headers are still included where they are used; this only saves reading them again.
#   core     the standard library and JSON      widgets  core and Qt Widgets      tests  core and Qt Core
function(anneal_headers kind)
    cmake_parse_arguments(ARG "" "" "LINKS;HEADERS" ${ARGN})
    set(source "${CMAKE_BINARY_DIR}/headers/${kind}.cpp")
    if(NOT EXISTS "${source}")
        file(WRITE "${source}" "// Nothing but the precompiled headers of its kind.\n")
    endif()
    add_library(anneal_headers_${kind} OBJECT "${source}")
    set_target_properties(anneal_headers_${kind} PROPERTIES AUTOMOC OFF)
    target_link_libraries(anneal_headers_${kind} PRIVATE anneal_flags nlohmann_json::nlohmann_json ${ARG_LINKS})
    target_precompile_headers(anneal_headers_${kind} PRIVATE
        <algorithm> <cmath> <functional> <map> <memory> <optional> <string> <vector> <nlohmann/json.hpp> <tl/expected.hpp>
        ${ARG_HEADERS})
endfunction()

function(anneal_reuse_headers target kind)
    if(NOT TARGET anneal_headers_${kind})
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM anneal_headers_${kind})
endfunction()

# anneal_test(tst_units LABEL unit LINKS anneal::base [SOURCES extra.cpp])
# One Qt Test executable per unit; its own source is <name>.cpp.
function(anneal_test name)
    cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${name}.cpp ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
    target_compile_definitions(${name} PRIVATE ANNEAL_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
    target_link_libraries(${name} PRIVATE anneal_flags ${ARG_LINKS} Qt6::Test)
    if("${ARG_LABEL}" MATCHES "^(unit|process|arch)$" AND NOT "${ARG_LINKS}" MATCHES "anneal::engine")
        anneal_reuse_headers(${name} tests)
    elseif("${ARG_LABEL}" MATCHES "^(gui|model|e2e)$")
        anneal_reuse_headers(${name} widgets)
    endif()
    # All tests of a label: cmake --build … --target tests_unit
    if(NOT TARGET tests_${ARG_LABEL})
        add_custom_target(tests_${ARG_LABEL})
    endif()
    add_dependencies(tests_${ARG_LABEL} ${name})
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;ANNEAL_TEST=1;LC_ALL=C.UTF-8")
endfunction()

# Adds a folder once it is there.
function(anneal_folder name)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/CMakeLists.txt")
        add_subdirectory(${name})
    endif()
endfunction()

# SPDX-License-Identifier: BSL-1.0
# The project's own build is strict; nothing of this reaches a consumer.

set(CMAKE_CXX_EXTENSIONS OFF)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic>"
                    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>")
# g++ 12 says of its own std::string, optimised, that it may be used uninitialised and overlap.
add_compile_options("$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>")
if(ALLOTYPE_WARNINGS_AS_ERRORS)
  # With the flags: the tests of packages pass them on, and ccache finds in their trees what this one has compiled.
  string(APPEND CMAKE_CXX_FLAGS " -Werror")
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()

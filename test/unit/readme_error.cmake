# SPDX-License-Identifier: BSL-1.0
# The error in README.md is what g++ says about the wrong program there. Left out, here and there: folders, the library's
# line numbers and those of quoted lines. With UPDATE=ON, README.md is changed instead:
#   cmake -DUPDATE=ON -DROOT=. -DWORK=/tmp/wrong -DCOMPILER=g++ -DINCLUDES=-Iinclude -P test/unit/readme_error.cmake
cmake_minimum_required(VERSION 3.23)
include(${CMAKE_CURRENT_LIST_DIR}/readme_block.cmake)
readme_block(program "wrong program" cpp)
readme_block(expected error text)

file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/wrong.cpp "${program}")
set(ENV{LC_ALL} C)
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${INCLUDES} wrong.cpp WORKING_DIRECTORY ${WORK}
                RESULT_VARIABLE failed ERROR_VARIABLE said)
if(NOT failed)
  message(FATAL_ERROR "the wrong program of README.md compiles")
endif()
string(REGEX REPLACE "[^ \n]*include/(allotype/[^:\n]*):[0-9]+(:[0-9]+)?" "\\1" said "${said}")
string(REGEX REPLACE "\n *[0-9]* +[|]" "\n     |" said "${said}")
if(UPDATE)
  file(READ ${ROOT}/README.md text)
  string(REPLACE "<!-- error -->\n```text\n${expected}```" "<!-- error -->\n```text\n${said}```" text "${text}")
  file(WRITE ${ROOT}/README.md "${text}")
elseif(NOT said STREQUAL expected)
  message(FATAL_ERROR "the compiler says:\n${said}\nREADME.md says:\n${expected}")
endif()

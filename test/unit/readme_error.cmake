# SPDX-License-Identifier: BSL-1.0
# The errors in README.md and doc/ are what compilers say. Left out, here and there: folders, the library's line numbers,
# those of quoted lines, and the namespace of the version, which compilers write.
#
#   PAGE      the page; README.md where not given
#   BLOCK     the comment before the error's block; "error" where not given
#   FILE      what does not compile, from the root; where not given, the page's block behind <!-- wrong program -->
#   OPTIONS   more of the compiler's options, such as -DGROWN
#   CUDA=ON   COMPILER is nvcc
#
# With UPDATE=ON the page is changed instead:
#   cmake -DUPDATE=ON -DROOT=. -DWORK=/tmp/wrong -DCOMPILER=g++ -DINCLUDES=-Iinclude -P test/unit/readme_error.cmake
# doc/errors.py makes the blocks of doc/errors_of_three_compilers.md; each is filled with
#   -DPAGE=doc/errors_of_three_compilers.md "-DBLOCK=error: g++ NAME" -DFILE=test/compile_fail/NAME.cpp
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/readme_block.cmake)
if(NOT BLOCK)
  set(BLOCK error)
endif()
readme_block(expected ${BLOCK} text)

file(MAKE_DIRECTORY ${WORK})
cmake_path(ABSOLUTE_PATH ROOT NORMALIZE)
list(TRANSFORM INCLUDES REPLACE "^-Iinclude$" "-I${ROOT}/include")
if(FILE)
  set(folder ${ROOT})
  set(program ${FILE})
else()
  readme_block(text "wrong program" cpp)
  set(folder ${WORK})
  set(program wrong.cpp)
  file(WRITE ${WORK}/${program} "${text}")
endif()
set(check -fsyntax-only)
if(CUDA)
  set(check -arch=sm_80 -x cu -c -o ${WORK}/wrong.o)
endif()
set(ENV{LC_ALL} C)
execute_process(COMMAND ${COMPILER} -std=c++20 ${check} ${OPTIONS} ${INCLUDES} ${program} WORKING_DIRECTORY ${folder}
                RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT failed)
  message(FATAL_ERROR "${program} ${OPTIONS} compiles; ${PAGE} says that it does not")
endif()
string(REGEX REPLACE "[^ \n]*include/(allotype/[a-z_/]*[.]hpp)(:[0-9]+(:[0-9]+)?|[(][0-9]+[)])?" "\\1" said "${said}")
string(REGEX REPLACE "\" at line [0-9]+( of allotype/|\n)" "\"\\1" said "${said}")
string(REGEX REPLACE "\n *[0-9]* +[|]" "\n     |" said "${said}")
string(REGEX REPLACE "allotype::v[0-9]+(_[0-9]+)?::" "allotype::" said "${said}")
if(UPDATE)
  file(READ ${ROOT}/${PAGE} text)
  string(REPLACE "<!-- ${BLOCK} -->\n```text\n${expected}```" "<!-- ${BLOCK} -->\n```text\n${said}```" text "${text}")
  file(WRITE ${ROOT}/${PAGE} "${text}")
elseif(NOT said STREQUAL expected)
  message(FATAL_ERROR "the compiler says:\n${said}\n${PAGE} says:\n${expected}")
endif()

# SPDX-License-Identifier: BSL-1.0
# What README.md and doc/ show is what compilers and programs say; their blocks of C++ are pages.cmake's.

set(includes -I${PROJECT_SOURCE_DIR}/include)
foreach(folder IN LISTS Boost_INCLUDE_DIRS)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)  # naming those breaks nvcc
    list(APPEND includes -isystem ${folder})
  endif()
endforeach()

# readme_test(NAME LANGUAGE SCRIPT [VARIABLE=VALUE ...])
function(readme_test name language script)
  allotype_test_wanted(wanted doc ${language})
  if(wanted)
    list(TRANSFORM ARGN PREPEND -D)
    add_test(NAME readme.${name}
             COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/readme_${name} ${ARGN}
                     "-DINCLUDES=${includes}" -P ${CMAKE_CURRENT_SOURCE_DIR}/readme_${script}.cmake)
    set_tests_properties(readme.${name} PROPERTIES LABELS doc)
  endif()
endfunction()

# readme_error_test(NAME LANGUAGE COMPILER RELEASE [VARIABLE=VALUE ...]): a page shows what one release of a compiler says;
# others say it in other words.
function(readme_error_test name language compiler release)
  set(version ${CMAKE_${language}_COMPILER_VERSION})
  string(REPLACE "." "[.]" pattern "^${release}.")
  allotype_test_wanted(wanted doc ${language})
  if(wanted AND NOT version MATCHES "${pattern}")
    allotype_elsewhere_test(readme.${name} "the page shows what ${compiler} ${release} says, and here is ${version}")
    set_tests_properties(readme.${name} PROPERTIES LABELS doc)
    return()
  endif()
  readme_test(${name} ${language} error COMPILER=${CMAKE_${language}_COMPILER} ${ARGN})
endfunction()

# What each compiler says where one of example/share_a_gpu's needs grows.
function(share_a_gpu_error language compiler release file)
  readme_error_test(share_a_gpu.${compiler} ${language} ${compiler} ${release} PAGE=doc/share_a_gpu.md
                    "BLOCK=error: ${compiler}" FILE=example/share_a_gpu/${file} OPTIONS=-DGROWN ${ARGN})
endfunction()

# What each compiler says about the mistakes of doc/errors_of_three_compilers.md.
function(errors_of_three_compilers language compiler release)
  set(page doc/errors_of_three_compilers.md)
  string(REPLACE "+" "[+]" pattern ${compiler})
  file(STRINGS ${PROJECT_SOURCE_DIR}/${page} marks REGEX "^<!-- error: ${pattern} ")
  if(NOT marks)
    message(FATAL_ERROR "${page} has no error of ${compiler}")
  endif()
  foreach(mark IN LISTS marks)
    string(REGEX REPLACE "^<!-- error: [^ ]+ ([a-z_]+) -->$" "\\1" program "${mark}")
    readme_error_test(${program}.${compiler} ${language} ${compiler} ${release} PAGE=${page}
                      "BLOCK=error: ${compiler} ${program}" FILE=test/compile_fail/${program}.cpp ${ARGN})
  endforeach()
endfunction()

set(openmp OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # others may lack the library
  set(openmp ON)
endif()
readme_test(program CXX program COMPILER=${CMAKE_CXX_COMPILER} OPENMP=${openmp})
readme_test(program.nvcc CUDA program COMPILER=${CMAKE_CUDA_COMPILER} CUDA=ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  readme_error_test(error CXX g++ "(12|14)")  # which print the same
  readme_error_test(start.error CXX g++ 12 PAGE=doc/start.md)
  share_a_gpu_error(CXX g++ 12 services.cpp)
  errors_of_three_compilers(CXX g++ 12)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  share_a_gpu_error(CXX clang 19 services.cpp)
  errors_of_three_compilers(CXX clang 19)
endif()
if(ALLOTYPE_CUDA_ENABLED)
  share_a_gpu_error(CUDA nvcc 13.0 services.cu CUDA=ON)
  errors_of_three_compilers(CUDA nvcc 13.0 CUDA=ON)
endif()

find_package(Python3 QUIET COMPONENTS Interpreter)
allotype_test_wanted(wanted doc CXX)
if(wanted AND Python3_Interpreter_FOUND)
  add_test(NAME readme.errors COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/doc/errors.py --check)
  set_tests_properties(readme.errors PROPERTIES LABELS doc)
  add_test(NAME readme.facts COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/doc/facts.py --check)
  set_tests_properties(readme.facts PROPERTIES LABELS doc)
  add_test(NAME readme.pictures COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/doc/site/pictures.py --check)
  set_tests_properties(readme.pictures PROPERTIES LABELS doc)
endif()

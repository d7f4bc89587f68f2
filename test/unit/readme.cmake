# SPDX-License-Identifier: BSL-1.0
# What README.md and doc/ show is what compilers, programs and other files say.

set(includes -I${PROJECT_SOURCE_DIR}/include)
foreach(folder IN LISTS Boost_INCLUDE_DIRS)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)  # naming those breaks nvcc
    list(APPEND includes -isystem ${folder})
  endif()
endforeach()

# readme_test(NAME LANGUAGE SCRIPT [VARIABLE=VALUE ...])
function(readme_test name language script)
  allotype_test_wanted(wanted unit ${language})
  if(wanted)
    list(TRANSFORM ARGN PREPEND -D)
    add_test(NAME readme.${name}
             COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/readme_${name} ${ARGN}
                     "-DINCLUDES=${includes}" -P ${CMAKE_CURRENT_SOURCE_DIR}/readme_${script}.cmake)
    set_tests_properties(readme.${name} PROPERTIES LABELS unit)
  endif()
endfunction()

readme_test(code CXX code)
readme_test(program CXX program COMPILER=${CMAKE_CXX_COMPILER})
readme_test(program.nvcc CUDA program COMPILER=${CMAKE_CUDA_COMPILER} CUDA=ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12[.]")
  readme_test(error CXX error COMPILER=${CMAKE_CXX_COMPILER})
endif()

find_package(Python3 QUIET COMPONENTS Interpreter)
allotype_test_wanted(wanted unit CXX)
if(wanted AND Python3_Interpreter_FOUND)
  add_test(NAME readme.errors COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/doc/errors.py --check)
  set_tests_properties(readme.errors PROPERTIES LABELS unit)
endif()

# The programs that doc/ takes its code from.
foreach(page IN ITEMS accelerators dispatch precision strategies)
  allotype_test_wanted(wanted unit CXX)
  if(wanted)
    add_executable(doc_${page} ${PROJECT_SOURCE_DIR}/doc/code/${page}.cpp)
    target_link_libraries(doc_${page} PRIVATE allotype::allotype)
    add_test(NAME doc.${page} COMMAND doc_${page})
    set_tests_properties(doc.${page} PROPERTIES LABELS unit)
  endif()
  allotype_test_wanted(wanted unit CUDA)
  if(wanted)
    allotype_cuda_twins(twin doc_for_nvcc ${PROJECT_SOURCE_DIR}/doc/code/${page}.cpp)
    add_executable(doc_${page}_cuda ${twin})
    target_link_libraries(doc_${page}_cuda PRIVATE allotype::cuda)
    set_target_properties(doc_${page}_cuda PROPERTIES CUDA_ARCHITECTURES 80-real)
    add_test(NAME doc.${page}.cuda COMMAND doc_${page}_cuda)
    set_tests_properties(doc.${page}.cuda PROPERTIES LABELS unit)
  endif()
endforeach()

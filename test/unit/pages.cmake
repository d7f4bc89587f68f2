# SPDX-License-Identifier: BSL-1.0
# The C++ in README.md and doc/ (test/documented_code.py says how it is found there).
#
#   doc.NAME, ….cuda     pages/NAME.cpp includes all of the page, and checks what it says and prints; compiled by nvcc, too
#   doc.NAME.blocks      of a page whose blocks do not follow one another: each compiles alone
#   doc.excerpts         blocks that are part of an example are that example's
#   doc.tools            documented_code.py notices what it is there for

# The names of the pages in doc/ that have C++. Each has a program in pages/.
set(pages)
set(pages_of_single_blocks)
file(GLOB pages_of_doc CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/doc/*.md)
foreach(file IN LISTS pages_of_doc)
  file(READ ${file} text)
  string(FIND "${text}" "\n```cpp\n" begin)
  if(begin GREATER -1)
    cmake_path(GET file STEM page)
    list(APPEND pages ${page})
    string(FIND "${text}" "\nEach block of code below" begin)
    if(begin GREATER -1)
      list(APPEND pages_of_single_blocks ${page})
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/pages/${page}.cpp)
      message(FATAL_ERROR "doc/${page}.md has C++: test/unit/pages/${page}.cpp must include and check it")
    endif()
  endif()
endforeach()

if(NOT Python3_Interpreter_FOUND)
  allotype_missing_test(doc.excerpts "no Python 3")
  return()
endif()
set(documented_code ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/test/documented_code.py)
set(page_folder ${CMAKE_CURRENT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${page_folder})
set(train_folder ${PROJECT_SOURCE_DIR}/example/train)  # which doc/train.md tells its readers to be in

allotype_test_wanted(in_cxx unit CXX)
allotype_test_wanted(in_cuda unit CUDA)
set(strict_CXX -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Wno-unused-const-variable)
set(strict_CUDA -std=c++20 -arch=sm_80 --extended-lambda -Werror=all-warnings -x cu -c -o block.o)
function(blocks_test page name language)
  add_test(NAME doc.${name}
           COMMAND ${documented_code} compile ${PROJECT_SOURCE_DIR}/${page} ${page_folder}/${name}
                   ${CMAKE_${language}_COMPILER} ${strict_${language}} ${includes})
  set_tests_properties(doc.${name} PROPERTIES LABELS unit)
endfunction()

if(in_cxx)
  add_test(NAME doc.excerpts COMMAND ${documented_code} compare ${PROJECT_SOURCE_DIR}/README.md ${pages_of_doc})
  add_test(NAME doc.tools COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/documented_code_test.py
                                  ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
  set_tests_properties(doc.excerpts doc.tools PROPERTIES LABELS unit)
  blocks_test(README.md README.blocks CXX)
endif()
if(in_cuda)
  blocks_test(README.md README.blocks.cuda CUDA)
endif()

function(page_program target page)
  add_executable(${target} ${ARGN})
  add_dependencies(${target} doc_pages)
  target_include_directories(${target} PRIVATE ${page_folder})
  target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:allotype::runtime>)
  if(page STREQUAL "statistics")
    target_link_libraries(${target} PRIVATE allotype::json)
  elseif(page STREQUAL "train")
    target_include_directories(${target} PRIVATE ${train_folder})
  endif()
endfunction()
function(page_test name target page)
  add_test(NAME doc.${name} COMMAND ${documented_code} printed ${PROJECT_SOURCE_DIR}/doc/${page}.md $<TARGET_FILE:${target}>)
  set_tests_properties(doc.${name} PROPERTIES LABELS unit)
  if(page STREQUAL "statistics" AND TARGET fake_nvml)
    add_dependencies(${target} fake_nvml)
    set_tests_properties(
      doc.${name}
      PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:fake_nvml>;FAKE_NVML_SCENARIO=${PROJECT_SOURCE_DIR}/test/fake_nvml/scenario/a100_layouts.json")
  endif()
endfunction()

set(included_pages)
foreach(page IN LISTS pages)
  if(page STREQUAL "statistics" AND NOT TARGET nlohmann_json::nlohmann_json)
    allotype_missing_test(doc.statistics "no nlohmann-json")
    continue()
  endif()
  set(included ${page_folder}/${page}.md.hpp)
  list(APPEND included_pages ${included})
  add_custom_command(OUTPUT ${included} COMMAND ${documented_code} whole ${PROJECT_SOURCE_DIR}/doc/${page}.md ${included}
                     DEPENDS ${PROJECT_SOURCE_DIR}/doc/${page}.md ${PROJECT_SOURCE_DIR}/test/documented_code.py)
  if(in_cxx)
    if(page IN_LIST pages_of_single_blocks)
      blocks_test(doc/${page}.md ${page}.blocks CXX)
    endif()
    page_program(doc_${page} ${page} pages/${page}.cpp)
    target_link_libraries(doc_${page} PRIVATE allotype::allotype)
    page_test(${page} doc_${page} ${page})
  endif()
  if(in_cuda)
    allotype_cuda_twins(twin doc_for_nvcc pages/${page}.cpp)
    page_program(doc_${page}_cuda ${page} ${twin})
    target_link_libraries(doc_${page}_cuda PRIVATE allotype::cuda)
    set_target_properties(doc_${page}_cuda PROPERTIES CUDA_ARCHITECTURES 80-real)
    page_test(${page}.cuda doc_${page}_cuda ${page})
  endif()
endforeach()
add_custom_target(doc_pages DEPENDS ${included_pages})

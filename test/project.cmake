# SPDX-License-Identifier: BSL-1.0
# The project as people join it: its style, the recipes of CONTRIBUTING.md, the files that GitHub, citations, editors and containers
# read, and ./dev test itself. The tests with the label every_change read the sources in seconds; ./dev test --changed runs them
# after each change.

# project_test(NAME SCRIPT ARGUMENT...)
function(project_test name script)
  if(ALLOTYPE_PYTHON)
    add_test(NAME ${name} COMMAND ${ALLOTYPE_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS project SKIP_RETURN_CODE 77)
  else()
    allotype_missing_test(${name} "no Python 3")
  endif()
endfunction()

# Editors: clangd reads a file by the commands of the folder that .clangd names.
cmake_path(RELATIVE_PATH PROJECT_BINARY_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE build_folder)
allotype_test_wanted(wanted device CUDA)
if(wanted AND build_folder STREQUAL "build/cuda")
  project_test(style.clangd.cuda style.py clangd build/cuda example/share_a_gpu/services.cu)
endif()
allotype_test_wanted(wanted project CXX)
if(NOT wanted)
  return()
endif()
if(build_folder STREQUAL "build/gcc")
  project_test(style.clangd style.py clangd build/gcc test/static/names.cpp)
endif()

project_test(style.format style.py format)
project_test(style.tidy style.py tidy)
set_tests_properties(style.format style.tidy PROPERTIES LABELS "project;every_change")

foreach(subject IN ITEMS workflows actionlint zizmor citation container)
  project_test(project.${subject} project_files.py ${subject})
endforeach()

if(ALLOTYPE_PYTHON)
  add_test(NAME contributing.examples COMMAND ${ALLOTYPE_PYTHON} -m doctest contributing.py documented_commands.py
           WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(contributing.examples PROPERTIES LABELS project)
else()
  allotype_missing_test(contributing.examples "no Python 3")
endif()
foreach(recipe IN ITEMS device fact verb backend scheduler)
  project_test(contributing.${recipe} contributing.py ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md "Add a ${recipe}"
               ${CMAKE_CURRENT_BINARY_DIR}/contributing/${recipe})
endforeach()

# The compilers that are promised. Each row of the table is ./dev test --toolchain NAME; here are those that cost least and cover
# most, where this release of Debian has them.
project_test(toolchains.table toolchains/toolchains.py table --check)
set(toolchains ${CMAKE_CURRENT_SOURCE_DIR}/toolchains/toolchains.py)
if(ALLOTYPE_PYTHON)
  execute_process(COMMAND ${ALLOTYPE_PYTHON} ${toolchains} names --sample OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" names "${names}")
  foreach(name IN LISTS names)
    project_test(toolchains.${name} toolchains/toolchains.py run ${name} ${CMAKE_CURRENT_BINARY_DIR}/toolchains/${name})
  endforeach()
endif()

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

# The files that other programs read of the project: GitHub, citations, containers. Tools from PyPI (test/style_requirements.txt)
# know the formats; the schemas in project/ have what this project wants of them beside. The version is package.versions' matter.

# project_file_test(NAME TOOL ARGUMENT...): TOOL of .venv has nothing to say.
function(project_file_test name tool)
  find_program(path ${tool} PATHS ${PROJECT_SOURCE_DIR}/.venv/bin NO_DEFAULT_PATH NO_CACHE)
  if(path)
    add_test(NAME project.${name} COMMAND ${path} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(project.${name} PROPERTIES LABELS project)
  else()
    allotype_missing_test(project.${name} "no ${tool} in .venv (test/style_requirements.txt)")
  endif()
endfunction()

file(STRINGS ${PROJECT_SOURCE_DIR}/dev commands REGEX "^command_[a-z]+\\(")
list(TRANSFORM commands REPLACE "^command_([a-z]+).*" "\\1")
list(JOIN commands "|" commands)
foreach(schema IN ITEMS workflows container)
  configure_file(project/${schema}.schema.json.in ${schema}.schema.json @ONLY)
endforeach()
file(GLOB workflows ${PROJECT_SOURCE_DIR}/.github/workflows/*.yml)
file(GLOB forms ${PROJECT_SOURCE_DIR}/.github/ISSUE_TEMPLATE/*.yml)
list(REMOVE_ITEM forms ${PROJECT_SOURCE_DIR}/.github/ISSUE_TEMPLATE/config.yml)
set(schema check-jsonschema --schemafile)
set(format check-jsonschema --builtin-schema)
project_file_test(workflows ${format} vendor.github-workflows ${workflows})
project_file_test(steps ${schema} ${CMAKE_CURRENT_BINARY_DIR}/workflows.schema.json ${workflows})
project_file_test(issue_forms ${format} vendor.github-issue-forms ${forms})
project_file_test(issue_config ${format} vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml)
project_file_test(zizmor zizmor --offline --quiet --no-progress --color never .github)
project_file_test(citation ${format} vendor.citation-file-format CITATION.cff)
project_file_test(licence_cited ${schema} test/project/citation.schema.json CITATION.cff)
project_file_test(container ${schema} ${CMAKE_CURRENT_BINARY_DIR}/container.schema.json .devcontainer/devcontainer.json)
add_test(NAME project.licence COMMAND grep -x "Boost Software License - Version 1.0 - August 17th, 2003" ${PROJECT_SOURCE_DIR}/LICENSE)
# Neither Debian nor PyPI has it: the package of that name on PyPI loads it from GitHub.
find_program(actionlint actionlint NO_CACHE)
if(actionlint)
  add_test(NAME project.actionlint COMMAND ${actionlint} -no-color ${workflows} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
else()
  allotype_elsewhere_test(project.actionlint "no actionlint on the path")
endif()

if(ALLOTYPE_PYTHON)
  add_test(NAME contributing.examples COMMAND ${ALLOTYPE_PYTHON} -m doctest documented.py
           WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(contributing.examples PROPERTIES LABELS project)
else()
  allotype_missing_test(contributing.examples "no Python 3")
endif()
foreach(recipe IN ITEMS device fact verb backend scheduler)
  project_test(contributing.${recipe} documented.py recipe ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md "Add a ${recipe}"
               ${CMAKE_CURRENT_BINARY_DIR}/contributing/${recipe})
  set_tests_properties(contributing.${recipe} PROPERTIES COST 20)
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
    set_tests_properties(toolchains.${name} PROPERTIES LABELS "project;long" COST 90)
  endforeach()
endif()

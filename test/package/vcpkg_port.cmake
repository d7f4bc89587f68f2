# SPDX-License-Identifier: BSL-1.0
# cmake -DRELEASE=... -DWORK=... -DVERSION=... -P vcpkg_port.cmake
#
# Runs the port's portfile.cmake with functions that stand where vcpkg's would: each does what vcpkg documents, as far as this
# port asks for it, and refuses arguments that it does not know. What comes out is checked as vcpkg checks packages, and installed
# in WORK/installed.

cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
set(PORT allotype)
set(CURRENT_PORT_DIR ${RELEASE}/vcpkg/${PORT})
set(CURRENT_BUILDTREES_DIR ${WORK}/buildtrees)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(CURRENT_INSTALLED_DIR ${WORK}/installed)
set(called)

macro(arguments_of function options)
  cmake_parse_arguments(arg "" "${options}" "URLS;OPTIONS;FILE_LIST" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${function} knows no ${arg_UNPARSED_ARGUMENTS}; without a value: ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  set(called ${called} ${function} PARENT_SCOPE)
endmacro()

function(vcpkg_download_distfile result)
  arguments_of(vcpkg_download_distfile "FILENAME;SHA512" ${ARGN})
  set(file ${WORK}/downloads/${arg_FILENAME})
  list(GET arg_URLS 0 url)
  file(DOWNLOAD ${url} ${file} EXPECTED_HASH SHA512=${arg_SHA512})
  set(${result} ${file} PARENT_SCOPE)
endfunction()

# The one folder of the archive is the source.
function(vcpkg_extract_source_archive result)
  arguments_of(vcpkg_extract_source_archive ARCHIVE ${ARGN})
  file(ARCHIVE_EXTRACT INPUT ${arg_ARCHIVE} DESTINATION ${CURRENT_BUILDTREES_DIR}/src)
  file(GLOB folders ${CURRENT_BUILDTREES_DIR}/src/*)
  list(LENGTH folders count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "the archive should have one folder and has: ${folders}")
  endif()
  set(${result} ${folders} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  arguments_of(vcpkg_cmake_configure SOURCE_PATH ${ARGN})
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B ${CURRENT_BUILDTREES_DIR}/rel ${arg_OPTIONS}
                  -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DBUILD_SHARED_LIBS=OFF
                  -DCMAKE_ERROR_ON_ABSOLUTE_INSTALL_DESTINATION=ON ERROR_VARIABLE warned COMMAND_ERROR_IS_FATAL ANY)
  # A port gives no option that the project does not know. The last three are vcpkg's.
  string(REGEX REPLACE "[^\n]*(BUILD_SHARED_LIBS)[^\n]*" "" warned "${warned}")
  if(warned MATCHES "ALLOTYPE_[A-Z]+")
    message(FATAL_ERROR "an option that the project does not know: ${warned}")
  endif()
endfunction()

function(vcpkg_cmake_install)
  arguments_of(vcpkg_cmake_install "" ${ARGN})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${CURRENT_BUILDTREES_DIR}/rel --target install COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Moves CMake's files to share/PORT, two folders below the prefix, and tells them so.
function(vcpkg_cmake_config_fixup)
  arguments_of(vcpkg_cmake_config_fixup CONFIG_PATH ${ARGN})
  cmake_path(GET arg_CONFIG_PATH PARENT_PATH parent)
  file(COPY ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/ DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/${parent})
  file(GLOB_RECURSE files ${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake)
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(REPLACE "${up}${up}${up}" "${up}${up}" text "${text}")
    string(REPLACE "\${CMAKE_CURRENT_LIST_DIR}/../../../" "\${CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
    file(WRITE ${file} "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
  arguments_of(vcpkg_fixup_pkgconfig "" ${ARGN})
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/share/pkgconfig/${PORT}.pc)
    message(FATAL_ERROR "no file for pkg-config")
  endif()
endfunction()

function(vcpkg_install_copyright)
  arguments_of(vcpkg_install_copyright "" ${ARGN})
  file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT} RENAME copyright)
endfunction()

include(${CURRENT_PORT_DIR}/portfile.cmake)
foreach(function IN ITEMS vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_install_copyright)
  if(NOT function IN_LIST called)
    message(FATAL_ERROR "the port does not call ${function}")
  endif()
endforeach()

# As vcpkg looks at a package.
foreach(file IN ITEMS include/allotype/allotype.hpp share/allotype/copyright share/allotype/allotype-config.cmake
                      share/allotype/usage)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(FATAL_ERROR "the package lacks ${file}")
  endif()
endforeach()
file(GLOB top RELATIVE ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/*)
if(NOT top STREQUAL "include;share" OR EXISTS ${CURRENT_PACKAGES_DIR}/share/cmake)
  message(FATAL_ERROR "the package has other folders than include and share, or share/cmake: ${top}")
endif()
file(GLOB_RECURSE all LIST_DIRECTORIES ON ${CURRENT_PACKAGES_DIR}/*)
foreach(path IN LISTS all)
  if(IS_DIRECTORY ${path})
    file(GLOB inside ${path}/*)
    if(NOT inside)
      message(FATAL_ERROR "an empty folder: ${path}")
    endif()
  elseif(NOT path MATCHES "[.]hpp$")
    file(STRINGS ${path} absolute REGEX "${WORK}")
    if(absolute)
      message(FATAL_ERROR "${path} has a path of the machine that built it: ${absolute}")
    endif()
  endif()
endforeach()
file(COPY ${CURRENT_PACKAGES_DIR}/ DESTINATION ${CURRENT_INSTALLED_DIR})

# SPDX-License-Identifier: BSL-1.0
# cmake -DBUILD=... -DPACKAGES=... -DROOT=... -P debian.cmake
#
# Makes the Debian package in PACKAGES, looks at its control data, and installs it by dpkg, dependencies checked against
# what this machine has installed, into the system root ROOT, which is emptied before.

cmake_minimum_required(VERSION 3.23)
file(REMOVE_RECURSE ${PACKAGES} ${ROOT})
execute_process(COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${PACKAGES}
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB package ${PACKAGES}/*.deb)
cmake_path(GET package FILENAME name)
if(NOT name MATCHES "^liballotype-dev_[0-9.]+_all\\.deb$")
  message(FATAL_ERROR "expected one liballotype-dev_VERSION_all.deb, there is: ${package}")
endif()
file(REMOVE_RECURSE ${PACKAGES}/_CPack_Packages)

execute_process(COMMAND dpkg-deb -I ${package} OUTPUT_VARIABLE control COMMAND_ERROR_IS_FATAL ANY)
foreach(field IN ITEMS "Package: liballotype-dev" "Architecture: all" "Section: libdevel"
                       "Depends: libboost-dev (>= 1.74) | libboost1.81-dev")
  string(FIND "${control}" " ${field}\n" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "the package's control data lacks '${field}':\n${control}")
  endif()
endforeach()

file(MAKE_DIRECTORY ${ROOT}/var/lib/dpkg/info ${ROOT}/var/lib/dpkg/updates ${ROOT}/var/lib/dpkg/triggers)
file(COPY /var/lib/dpkg/status DESTINATION ${ROOT}/var/lib/dpkg)
# A user may install into a folder of their own; dpkg only wants to be told so.
execute_process(COMMAND dpkg --root=${ROOT} --log=/dev/null --force-not-root --force-script-chrootless -i ${package}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND dpkg-query --admindir=${ROOT}/var/lib/dpkg -W -f "\${db:Status-Status}" liballotype-dev
                OUTPUT_VARIABLE state COMMAND_ERROR_IS_FATAL ANY)
if(NOT state STREQUAL "installed")
  message(FATAL_ERROR "dpkg says of liballotype-dev: ${state}")
endif()

# SPDX-License-Identifier: BSL-1.0
# cmake -DBUILD=... -DPACKAGES=... -DROOT=... -DSOURCE=... -P debian.cmake
#
# Makes the Debian packages in PACKAGES, looks at their control data, and installs them by dpkg, dependencies checked against
# what this machine has installed, into the system root ROOT, which is emptied before. Then the program runs there.

cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${PACKAGES} ${ROOT})
execute_process(COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${PACKAGES}
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${PACKAGES}/_CPack_Packages)
file(GLOB packages RELATIVE ${PACKAGES} ${PACKAGES}/*.deb)

# Without what the program and the compiled libraries need, of which program.allotype tells, the headers are the only package.
include(${BUILD}/CPackConfig.cmake)
set(names liballotype-dev)
if(libraries IN_LIST CPACK_COMPONENTS_ALL)
  list(APPEND names liballotype-program-dev)
endif()
if(program IN_LIST CPACK_COMPONENTS_ALL)
  list(PREPEND names allotype)
endif()
execute_process(COMMAND dpkg --print-architecture OUTPUT_VARIABLE architecture OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(architecture_of_allotype ${architecture})
set(architecture_of_liballotype-dev all)
set(architecture_of_liballotype-program-dev ${architecture})
list(TRANSFORM names APPEND "_${CPACK_PACKAGE_VERSION}_" OUTPUT_VARIABLE expected)
foreach(name IN LISTS names)
  list(TRANSFORM expected REPLACE "^(${name}_.*_)$" "\\1${architecture_of_${name}}.deb")
endforeach()
if(NOT packages STREQUAL expected)
  message(FATAL_ERROR "expected the packages ${expected}, there are: ${packages}")
endif()

# control(PACKAGE FIELD...): the package's control data has these lines.
function(control name)
  execute_process(COMMAND dpkg-deb -I ${PACKAGES}/${name}_${CPACK_PACKAGE_VERSION}_${architecture_of_${name}}.deb
                  OUTPUT_VARIABLE control COMMAND_ERROR_IS_FATAL ANY)
  foreach(field IN ITEMS "Package: ${name}" "Architecture: ${architecture_of_${name}}" ${ARGN})
    string(REGEX MATCH "\n ${field}\n" found "${control}")
    if(NOT found)
      message(FATAL_ERROR "the control data of ${name} lacks '${field}':\n${control}")
    endif()
  endforeach()
endfunction()

control(liballotype-dev "Section: libdevel" "Depends: libboost-dev [(]>= 1.74[)] [|] libboost1.83-dev [|] libboost1.81-dev")
# The source package of packaging/debian asks for the same: first the headers, then the libraries, in debhelper's words.
file(STRINGS ${SOURCE}/packaging/debian/control depends REGEX "^Depends: ")
if(NOT depends STREQUAL "Depends: ${CPACK_DEBIAN_UNSPECIFIED_PACKAGE_DEPENDS},;Depends: liballotype-dev (= \${source:Version}),;Depends: \${misc:Depends},")
  message(FATAL_ERROR "packaging/debian/control says ${depends}")
endif()
if(allotype IN_LIST names)
  control(allotype "Section: utils" "Depends: [^\n]*libc6 [(]>= [^\n]*libstdc[+][+]6 [(]>= [^\n]*")
endif()

if(liballotype-program-dev IN_LIST names)
  control(liballotype-program-dev "Section: libdevel" "Depends: liballotype-dev [(]= ${CPACK_PACKAGE_VERSION}[)]")
endif()

file(MAKE_DIRECTORY ${ROOT}/var/lib/dpkg/info ${ROOT}/var/lib/dpkg/updates ${ROOT}/var/lib/dpkg/triggers)
file(COPY /var/lib/dpkg/status DESTINATION ${ROOT}/var/lib/dpkg)
list(TRANSFORM packages PREPEND ${PACKAGES}/)
# A user may install into a folder of their own; dpkg only wants to be told so.
execute_process(COMMAND dpkg --root=${ROOT} --log=/dev/null --force-not-root --force-script-chrootless -i ${packages}
                COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS names)
  execute_process(COMMAND dpkg-query --admindir=${ROOT}/var/lib/dpkg -W -f "\${db:Status-Status}" ${name}
                  OUTPUT_VARIABLE state COMMAND_ERROR_IS_FATAL ANY)
  if(NOT state STREQUAL "installed")
    message(FATAL_ERROR "dpkg says of ${name}: ${state}")
  endif()
endforeach()

if(allotype IN_LIST names)
  execute_process(COMMAND dpkg-query --admindir=${ROOT}/var/lib/dpkg -L allotype OUTPUT_VARIABLE files
                  COMMAND_ERROR_IS_FATAL ANY)
  foreach(file IN ITEMS bin/allotype share/man/man1/allotype.1 share/bash-completion/completions/allotype
                        share/zsh/vendor-completions/_allotype share/fish/vendor_completions.d/allotype.fish
                        share/allotype/cluster.schema.json share/allotype/tasks.schema.json share/doc/allotype/copyright)
    if(NOT files MATCHES "/usr/${file}\n" OR NOT EXISTS ${ROOT}/usr/${file})
      message(FATAL_ERROR "the package allotype lacks ${file}; it has\n${files}")
    endif()
  endforeach()
  if(files MATCHES "[.]hpp\n")
    message(FATAL_ERROR "the package allotype has headers:\n${files}")
  endif()
  execute_process(COMMAND ${ROOT}/usr/bin/allotype list OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
  if(NOT listed MATCHES "\nA100 +NVIDIA +40960 MiB ")
    message(FATAL_ERROR "the installed program lists no A100:\n${listed}")
  endif()
endif()

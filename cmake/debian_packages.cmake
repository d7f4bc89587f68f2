# SPDX-License-Identifier: BSL-1.0
# Debian packages, made by `cpack -G DEB`:
#
#   liballotype-dev_VERSION_all.deb   the headers and what CMake needs: text, so that one package serves all architectures
#   liballotype-program-dev_VERSION_ARCH.deb
#                                     the compiled libraries allotype::program, allotype::pools and allotype::sockets; where they
#                                     are built
#   allotype_VERSION_ARCH.deb         the program, its manual page and its completions: machine code, so a package of
#                                     its own, which needs no compiler and no headers; where the program is built
#
# Included behind the folder of the program, which may be left out.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME allotype)
set(CPACK_PACKAGE_CONTACT "allotype contributors <allotype@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "accelerators and their partitions")

set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION "As C++20 types: what does not fit does not compile.")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME liballotype-dev)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_DEPENDS "libboost-dev (>= 1.74) | libboost1.83-dev | libboost1.81-dev")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS
    "allotype, liballotype-program-dev, nlohmann-json3-dev, libomp-dev, nvidia-cuda-toolkit, libopenmpi-dev")

if(TARGET allotype::program)
  list(APPEND CPACK_COMPONENTS_ALL libraries)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liballotype-program-dev RENAME copyright COMPONENT libraries)
  set(CPACK_DEBIAN_LIBRARIES_DESCRIPTION "The compiled libraries: programs made of tasks, pools by name, ranks over sockets.")
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME liballotype-program-dev)
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_DEPENDS "liballotype-dev (= ${PROJECT_VERSION})")
  if(BUILD_SHARED_LIBS)
    set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SHLIBDEPS ON)
  endif()
endif()

if(TARGET allotype_program)
  list(APPEND CPACK_COMPONENTS_ALL program)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/allotype RENAME copyright COMPONENT program)
  # Debian's zsh looks there, and not in site-functions.
  install(FILES ${PROJECT_BINARY_DIR}/tools/allotype/described/_allotype DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
          OPTIONAL COMPONENT program)
  set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
      "On the command line: GPUs, TPUs and their slices; what fits on a GPU together; what this machine has.")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME allotype)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
  # The C and C++ libraries in the versions that the program was linked with; asks dpkg-shlibdeps (Debian: dpkg-dev file).
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "liballotype-dev, bash-completion")
endif()
include(CPack)

# SPDX-License-Identifier: BSL-1.0
# Install tree. Each component has an export of its own, so that a dependency which a consumer
# does not ask for is not looked for.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(allotype_config_folder ${CMAKE_INSTALL_DATADIR}/cmake/allotype)

install(TARGETS allotype EXPORT allotype-targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/allotype DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT allotype-targets NAMESPACE allotype:: DESTINATION ${allotype_config_folder})
foreach(component IN ITEMS cuda openmp json mpi runtime)
  install(TARGETS allotype_${component} EXPORT allotype-${component}-targets)
  install(EXPORT allotype-${component}-targets NAMESPACE allotype:: DESTINATION ${allotype_config_folder})
endforeach()

# allotype_install_target(TARGET COMPONENT): a compiled library. What was not built is left out, and the configuration file says so to
# those who ask for it. In Debian's format these are a package of their own: cmake/debian_packages.cmake.
function(allotype_install_target target component)
  install(TARGETS ${target} EXPORT allotype-${component}-targets
          RUNTIME OPTIONAL COMPONENT libraries LIBRARY OPTIONAL COMPONENT libraries ARCHIVE OPTIONAL COMPONENT libraries)
  install(EXPORT allotype-${component}-targets NAMESPACE allotype:: DESTINATION ${allotype_config_folder} COMPONENT libraries)
endfunction()

# allotype_install_library(TARGET COMPONENT [REQUIRES TEXT] [FLAGS TEXT]): a compiled library, with its file for pkg-config. REQUIRES
# and FLAGS: what pkg-config's users link with it.
function(allotype_install_library target component)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "REQUIRES;FLAGS" "")
  allotype_install_target(${target} ${component})
  set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  cmake_path(SET there NORMALIZE ${folder})
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${there} OUTPUT_VARIABLE prefix_from_here)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/allotype-library.pc.in ${PROJECT_BINARY_DIR}/allotype-${component}.pc @ONLY)
  # Its library may not be built: `cmake --install` without a build installs the headers alone.
  install(CODE "if(EXISTS \"$<TARGET_FILE:${target}>\")
    file(INSTALL \"${PROJECT_BINARY_DIR}/allotype-${component}.pc\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${there}\")
  endif()" COMPONENT libraries)
endfunction()

configure_package_config_file(cmake/allotype-config.cmake.in ${PROJECT_BINARY_DIR}/allotype-config.cmake
                              INSTALL_DESTINATION ${allotype_config_folder})
# Before 1.0 a new minor version may break: 0.1.x is accepted for 0.1, 0.2 is not.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/allotype-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/allotype-config.cmake ${PROJECT_BINARY_DIR}/allotype-config-version.cmake
        DESTINATION ${allotype_config_folder})
install(FILES cmake/cuda_standard.cmake DESTINATION ${allotype_config_folder} RENAME allotype-cuda-standard.cmake)
install(FILES cmake/find_mpi.cmake DESTINATION ${allotype_config_folder} RENAME allotype-find-mpi.cmake)
install(FILES cmake/device_tests.cmake DESTINATION ${allotype_config_folder} RENAME allotype-device-tests.cmake)

# For build systems that ask pkg-config. The folder is that of packages without machine code.
cmake_path(SET allotype_pkgconfig_folder NORMALIZE ${CMAKE_INSTALL_DATADIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${allotype_pkgconfig_folder}
           OUTPUT_VARIABLE allotype_prefix_from_pkgconfig)
configure_file(cmake/allotype.pc.in ${PROJECT_BINARY_DIR}/allotype.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/allotype.pc DESTINATION ${allotype_pkgconfig_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liballotype-dev RENAME copyright)

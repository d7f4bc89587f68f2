# SPDX-License-Identifier: BSL-1.0
# Which optional targets of headers a consumer has is for the installed configuration file to find out. Headers are the same for
# debug and release; the feature program has compiled libraries, and the feature tools, which asks for it, the program allotype.
set(components)
set(tools OFF)
if("tools" IN_LIST FEATURES)
  set(tools ON)
endif()
if("program" IN_LIST FEATURES)
  set(components program)
else()
  set(VCPKG_BUILD_TYPE release)
endif()

vcpkg_download_distfile(
  ARCHIVE
  URLS "@URL@"
  FILENAME "allotype-@VERSION@.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS "-DALLOTYPE_COMPONENTS=${components}"
                      OPTIONS_RELEASE -DALLOTYPE_BUILD_PROGRAM=${tools})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/allotype)
vcpkg_fixup_pkgconfig()
if(tools)
  vcpkg_copy_tools(TOOL_NAMES allotype AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")

# The licence goes where vcpkg wants it.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")

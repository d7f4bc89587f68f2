# SPDX-License-Identifier: BSL-1.0
# Headers are the same for debug and release.
set(VCPKG_BUILD_TYPE release)

vcpkg_download_distfile(
  ARCHIVE
  URLS "@URL@"
  FILENAME "allotype-@VERSION@.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

# Which optional targets a consumer has is for the installed configuration file to find out.
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DALLOTYPE_COMPONENTS=)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/allotype)
vcpkg_fixup_pkgconfig()

# The licence goes where vcpkg wants it.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")

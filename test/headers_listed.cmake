# SPDX-License-Identifier: BSL-1.0
# cmake -P: fails, naming them, if there are headers without a line in cmake/headers.cmake, lines without a header, headers
# that do not come to core/detail/language.hpp (all but version.hpp, which has macros alone, include another of the library), or
# headers that open the namespace allotype without that of the version.

cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/headers.cmake)

file(GLOB_RECURSE found RELATIVE ${allotype_include_folder} ${allotype_include_folder}/*)
set(listed)
foreach(header IN LISTS allotype_headers allotype_headers_for_nvcc_alone allotype_headers_of_components)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${allotype_include_folder})
  list(APPEND listed ${header})
endforeach()

set(forgotten ${found})
list(REMOVE_ITEM forgotten ${listed})
set(gone ${listed})
list(REMOVE_ITEM gone ${found})
list(LENGTH listed count)
if(forgotten OR gone)
  message(FATAL_ERROR "cmake/headers.cmake lists ${count} headers\n in the folder, not in the list: ${forgotten}\n"
                      " in the list, not in the folder: ${gone}")
endif()
if(count EQUAL 0)
  message(FATAL_ERROR "no headers at all")
endif()
foreach(header IN LISTS listed)
  file(STRINGS ${allotype_include_folder}/${header} includes REGEX "^#include <allotype/" LIMIT_COUNT 1)
  if(NOT includes AND NOT header STREQUAL "allotype/version.hpp")
    list(APPEND unaware ${header})
  endif()
  file(STRINGS ${allotype_include_folder}/${header} opened REGEX "^ *namespace allotype(::[a-z_:]+)? {" LIMIT_COUNT 1)
  if(opened)
    list(APPEND without_version ${header})
  endif()
endforeach()
if(without_version)
  message(FATAL_ERROR "these open the namespace allotype and not allotype::inline ALLOTYPE_VERSION_NAMESPACE, so that two versions "
                      "in one process share what they declare: ${without_version}")
endif()
if(unaware)
  message(FATAL_ERROR "these include no header of the library, so that a compiler which reads no C++20 says more about them "
                      "than allotype/core/detail/language.hpp: ${unaware}")
endif()
message(STATUS "${count} headers, all listed")

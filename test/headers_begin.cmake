# SPDX-License-Identifier: BSL-1.0
# cmake -P: fails, naming them, if there are headers that do not come to core/detail/language.hpp (all but version.hpp, which has
# macros alone, include another of the library), or that open the namespace allotype without that of the version.

cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/headers.cmake)

set(all ${allotype_headers} ${allotype_headers_for_nvcc_alone} ${allotype_headers_of_components})
foreach(header IN LISTS all)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${allotype_include_folder} OUTPUT_VARIABLE name)
  file(STRINGS ${header} includes REGEX "^# *include <allotype/" LIMIT_COUNT 1)
  if(NOT includes AND NOT name STREQUAL "allotype/version.hpp")
    list(APPEND unaware ${name})
  endif()
  file(STRINGS ${header} opened REGEX "^ *namespace allotype(::[a-z_:]+)? {" LIMIT_COUNT 1)
  if(opened)
    list(APPEND without_version ${name})
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
list(LENGTH all count)
if(count EQUAL 0)
  message(FATAL_ERROR "no headers at all")
endif()
message(STATUS "${count} headers, all begin as they should")

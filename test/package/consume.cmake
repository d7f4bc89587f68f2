# SPDX-License-Identifier: BSL-1.0
# cmake -DWORK=... -DHOW=... [-DPREFIX=...] [-DSOURCE=...] [-DREQUEST=...] [-DWITH=...] [-DFIRST=CUDA] [-DMORE=options]
#       [-DREFUSED=text] -P consume.cmake
#
# Configures, builds and runs the project in consumer/, in the folder WORK, which is emptied before. With REFUSED, the
# configuration must fail and must say that text.

cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
# With commas: semicolons would end the option.
string(REPLACE ";" "," with "${WITH}")
set(options -DHOW=${HOW} -DREQUEST=${REQUEST} -DWITH=${with} -DFIRST=${FIRST} ${MORE} -DSOURCE=${SOURCE} -DCMAKE_PREFIX_PATH=${PREFIX}
            -DFETCHCONTENT_SOURCE_DIR_ALLOTYPE=${SOURCE} -DFETCHCONTENT_FULLY_DISCONNECTED=ON
            -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
if(CUDA_COMPILER)
  cmake_path(GET CUDA_COMPILER PARENT_PATH toolkit)
  cmake_path(GET toolkit PARENT_PATH toolkit)
  list(APPEND options -DCMAKE_CUDA_COMPILER=${CUDA_COMPILER} -DCUDAToolkit_ROOT=${toolkit}
              -DCMAKE_CUDA_ARCHITECTURES=90)
endif()
set(configure ${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK} ${options})

if(REFUSED)
  execute_process(COMMAND ${configure} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  string(FIND "${text}" "${REFUSED}" at)
  if(status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "expected a refusal that says '${REFUSED}'; status ${status}, text:\n${text}")
  endif()
  return()
endif()

execute_process(COMMAND ${configure} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} COMMAND_ERROR_IS_FATAL ANY)
# The compiled libraries are built where they are linked.
file(GLOB_RECURSE compiled ${WORK}/*allotype-*)
list(FILTER compiled INCLUDE REGEX "/(lib)?allotype-(device_tests|pools|program|sockets)[.](a|so|dylib|lib)$")
if(NOT HOW STREQUAL "find_package" AND NOT WITH MATCHES "device_tests|program|sockets" AND compiled)
  message(FATAL_ERROR "no target links them, and they were built: ${compiled}")
endif()
file(GLOB programs ${WORK}/consumer ${WORK}/consumer_*)
foreach(program IN LISTS programs)
  message(STATUS "running ${program}")
  execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=program -DSAYS=expression [-DARGUMENTS=list] -P program.cmake: it succeeds, and what it prints
# matches.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)
run(0 "${SAYS}" ${ARGUMENTS})
message("${said}")

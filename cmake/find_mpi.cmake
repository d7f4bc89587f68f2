# SPDX-License-Identifier: BSL-1.0
# find_package(MPI QUIET) that is quiet: CMake's own asks pkg-config aloud. In a build, and in the installed tree.

function(allotype_find_mpi)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  find_package(MPI QUIET COMPONENTS CXX)
endfunction()

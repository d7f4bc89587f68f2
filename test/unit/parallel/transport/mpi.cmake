# SPDX-License-Identifier: BSL-1.0
# Tests that run as MPI jobs of several processes.

# allotype_mpi_test(NAME SCRIPT): SCRIPT is called with mpirun and the program NAME, built from NAME.cpp.
function(allotype_mpi_test name script)
  allotype_test_wanted(wanted unit CXX)
  if(NOT wanted)
    return()
  endif()
  if(NOT TARGET MPI::MPI_CXX OR NOT Python3_Interpreter_FOUND)
    allotype_missing_test(unit.${name} "no MPI (Debian: libopenmpi-dev openmpi-bin) or no Python 3 here")
    return()
  endif()
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE allotype::mpi allotype::runtime)
  add_test(NAME unit.${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/${script}
                                     ${MPIEXEC_EXECUTABLE} $<TARGET_FILE:${name}>)
  # Open MPI itself leaks. Two jobs at a time on few cores run into their time limits: so they begin first, beside the others.
  set_tests_properties(unit.${name} PROPERTIES LABELS "unit;long" RESOURCE_LOCK mpi COST 100 ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
endfunction()

find_package(Python3 QUIET COMPONENTS Interpreter)
allotype_mpi_test(mpi_collectives mpi_job.py)
allotype_mpi_test(mpi_executor mpi_job.py)

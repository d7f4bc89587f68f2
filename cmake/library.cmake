# SPDX-License-Identifier: BSL-1.0
# The headers: allotype::allotype, and one target more for each dependency that a consumer may want. src/CMakeLists.txt has what is
# compiled: allotype::device_tests, allotype::pools, allotype::program and allotype::sockets.
#
#   allotype::allotype   the headers; Boost headers are the one dependency
#   allotype::openmp     the CPU backend runs on OpenMP
#   allotype::cuda       for .cu files, and for .cpp files that call the CUDA runtime; enables no language
#   allotype::json       for the headers *_json.hpp
#   allotype::mpi        for allotype/parallel/transport/mpi_communicator.hpp: ranks that are processes
#   allotype::runtime    for what asks the machine (allotype/machine/probe.hpp and what includes it): threads and dlopen,
#                        which older C libraries keep in libraries of their own

include(${CMAKE_CURRENT_LIST_DIR}/headers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/find_mpi.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/device_tests.cmake)

if(NOT TARGET Boost::headers)
  find_package(Boost 1.74 REQUIRED)
endif()

add_library(allotype INTERFACE)
add_library(allotype::allotype ALIAS allotype)
target_include_directories(allotype INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_features(allotype INTERFACE cxx_std_20)
target_link_libraries(allotype INTERFACE Boost::headers)

add_library(allotype_openmp INTERFACE)
add_library(allotype::openmp ALIAS allotype_openmp)
set_target_properties(allotype_openmp PROPERTIES EXPORT_NAME openmp)
target_link_libraries(allotype_openmp INTERFACE allotype OpenMP::OpenMP_CXX)
# OpenMP::OpenMP_CXX says nothing about .cu files. nvcc shows the option to both of its passes, so that they agree on the mode.
target_compile_options(allotype_openmp INTERFACE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-fopenmp>)

# The runtime must be the one that the consumer's CUDA language links, or the program holds two of them.
# A consumer that names a standard itself keeps it.
include(${CMAKE_CURRENT_LIST_DIR}/cuda_standard.cmake)
if(NOT PROJECT_IS_TOP_LEVEL AND DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION ${CMAKE_CUDA20_STANDARD_COMPILE_OPTION} PARENT_SCOPE)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION ${CMAKE_CUDA20_EXTENSION_COMPILE_OPTION} PARENT_SCOPE)
endif()
add_library(allotype_cuda INTERFACE)
add_library(allotype::cuda ALIAS allotype_cuda)
set_target_properties(allotype_cuda PROPERTIES EXPORT_NAME cuda)
set(allotype_cuda_runtime $<TARGET_PROPERTY:CUDA_RUNTIME_LIBRARY>)
target_link_libraries(
  allotype_cuda
  INTERFACE allotype $<$<STREQUAL:${allotype_cuda_runtime},Shared>:CUDA::cudart>
            $<$<NOT:$<IN_LIST:${allotype_cuda_runtime},Shared;None>>:CUDA::cudart_static>)
target_compile_options(
  allotype_cuda
  INTERFACE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:$<$<NOT:$<BOOL:$<TARGET_PROPERTY:CUDA_STANDARD>>>:-std=c++20>>
            $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--extended-lambda>
            $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--expt-relaxed-constexpr>)

add_library(allotype_json INTERFACE)
add_library(allotype::json ALIAS allotype_json)
set_target_properties(allotype_json PROPERTIES EXPORT_NAME json)
target_link_libraries(allotype_json INTERFACE allotype nlohmann_json::nlohmann_json)

# The C++ bindings that MPI 3 dropped stay out: their headers warn.
add_library(allotype_mpi INTERFACE)
add_library(allotype::mpi ALIAS allotype_mpi)
set_target_properties(allotype_mpi PROPERTIES EXPORT_NAME mpi)
target_link_libraries(allotype_mpi INTERFACE allotype MPI::MPI_CXX)
target_compile_definitions(allotype_mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

add_library(allotype_runtime INTERFACE)
add_library(allotype::runtime ALIAS allotype_runtime)
set_target_properties(allotype_runtime PROPERTIES EXPORT_NAME runtime)
target_link_libraries(allotype_runtime INTERFACE allotype Threads::Threads ${CMAKE_DL_LIBS})

if("openmp" IN_LIST ALLOTYPE_COMPONENTS AND NOT TARGET OpenMP::OpenMP_CXX)
  find_package(OpenMP QUIET COMPONENTS CXX)
endif()
if(ALLOTYPE_COMPONENTS MATCHES "(^|;)(cuda|device_tests)(;|$)" AND NOT TARGET CUDA::cudart_static)
  find_package(CUDAToolkit QUIET)
endif()
if(ALLOTYPE_COMPONENTS MATCHES "(^|;)(json|pools|program)(;|$)" AND NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json 3.9 QUIET)
endif()
if("mpi" IN_LIST ALLOTYPE_COMPONENTS AND NOT TARGET MPI::MPI_CXX)
  allotype_find_mpi()
endif()
if("program" IN_LIST ALLOTYPE_COMPONENTS AND NOT TARGET CLI11::CLI11)
  find_package(CLI11 2.1 QUIET)
endif()
if(ALLOTYPE_COMPONENTS MATCHES "(^|;)(program|runtime|sockets)(;|$)" AND NOT TARGET Threads::Threads)
  find_package(Threads QUIET)
endif()

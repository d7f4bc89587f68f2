# SPDX-License-Identifier: BSL-1.0
# The programs of the reference, example/reference (test/reference_programs.py). Those with the same includes are one source, so that
# their headers are compiled once.
#
#   doc.reference_programs         they print what their page says
#   doc.reference_programs.SOURCE  clang reads them with its warnings, and makes no code
#   doc.reference_programs.cuda    those of the core are compiled by nvcc, and print the same

file(GLOB reference_programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/example/reference/*.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${reference_programs} ${PROJECT_SOURCE_DIR}/test/reference_programs.py)
set(reference_tool ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/test/reference_programs.py)
set(reference_folder ${CMAKE_CURRENT_BINARY_DIR}/reference)

# reference_sources(RESULT FOLDER [--core]): the sources, made of all programs or of those of the core.
function(reference_sources result folder)
  execute_process(COMMAND ${reference_tool} units ${folder} ${ARGN} OUTPUT_VARIABLE made COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${made}" made)
  string(REPLACE "\n" ";" made "${made}")
  list(TRANSFORM made PREPEND ${folder}/)
  set(${result} ${made} PARENT_SCOPE)
endfunction()

if(in_cxx)
  reference_sources(sources ${reference_folder})
  add_executable(reference_programs ${sources})
  target_link_libraries(reference_programs PRIVATE allotype::allotype $<TARGET_NAME_IF_EXISTS:allotype::runtime>
                                                   $<TARGET_NAME_IF_EXISTS:allotype::program>)
  target_compile_options(reference_programs PRIVATE -O0)  # they run once and print
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set_target_properties(reference_programs PROPERTIES EXCLUDE_FROM_ALL TRUE)
    foreach(source IN LISTS sources)
      cmake_path(GET source STEM name)
      page_read_test(reference_programs.${name} reference_programs ${source})
    endforeach()
  else()
    add_test(NAME doc.reference_programs COMMAND ${reference_tool} compare $<TARGET_FILE:reference_programs>)
    set_tests_properties(doc.reference_programs PROPERTIES LABELS doc)
  endif()
endif()
if(in_cuda)
  reference_sources(sources ${reference_folder}_cuda --core)
  allotype_cuda_twins(twins reference_for_nvcc ${sources})
  add_executable(reference_programs_cuda ${twins})
  target_link_libraries(reference_programs_cuda PRIVATE allotype::cuda)
  set_target_properties(reference_programs_cuda PROPERTIES CUDA_ARCHITECTURES 80-real)
  add_test(NAME doc.reference_programs.cuda COMMAND ${reference_tool} compare $<TARGET_FILE:reference_programs_cuda> --core)
  set_tests_properties(doc.reference_programs.cuda PROPERTIES LABELS doc)
endif()

# SPDX-License-Identifier: BSL-1.0
# What example/denoise is made of. The task is compiled twice into one program, with and without OpenMP, and the two
# are compared. ${major} and ${minor}: the compute capability to test on.

find_package(PNG QUIET)
if(NOT TARGET PNG::PNG)
  allotype_missing_test(unit.denoise "libpng is not installed")
  return()
endif()

set(denoise ${PROJECT_SOURCE_DIR}/example/denoise)
set(denoise_definitions EXAMPLE_PICTURE="${denoise}/picture/cat.png")
set(denoise_files denoise_serial.cpp ${denoise}/image.cpp ${denoise}/png.cpp
    ${PROJECT_SOURCE_DIR}/example/whole_file.cpp)

allotype_unit_test(denoise denoise_test.cpp denoise_png_test.cpp denoise_openmp.cpp ${denoise_files} LINK PNG::PNG)
allotype_unit_test(denoise_on_gpu denoise_gpu_test.cu ${denoise_files} CUDA INTERPRETED LABELS gpu LINK PNG::PNG
                   ARCHITECTURES ${major}${minor}-real)
foreach(program IN ITEMS unit_denoise unit_denoise_on_gpu)
  if(TARGET ${program})
    target_include_directories(${program} PRIVATE ${denoise})
    target_compile_definitions(${program} PRIVATE ${denoise_definitions})
    # Without it, and with sanitizers, the photograph takes minutes.
    target_compile_options(${program} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
    set_target_properties(${program} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)  # Catch2 was read with other options
  endif()
endforeach()
if(TARGET unit_denoise_on_gpu)
  target_compile_definitions(unit_denoise_on_gpu PRIVATE ALLOTYPE_TEST_GPU_MAJOR=${major} ALLOTYPE_TEST_GPU_MINOR=${minor})
endif()
if(TARGET unit_denoise AND TARGET OpenMP::OpenMP_CXX)
  set_source_files_properties(denoise_openmp.cpp PROPERTIES COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}")
  target_link_options(unit_denoise PRIVATE ${OpenMP_CXX_FLAGS})
  set_property(SOURCE denoise_test.cpp APPEND PROPERTY COMPILE_DEFINITIONS EXPECT_OPENMP)
endif()

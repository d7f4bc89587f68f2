# SPDX-License-Identifier: BSL-1.0
# What example/share_a_gpu is made of. The services are compiled twice into one program, with and without OpenMP.

set(share_a_gpu ${PROJECT_SOURCE_DIR}/example/share_a_gpu)
allotype_unit_test(share_a_gpu share_a_gpu_test.cpp share_a_gpu_serial.cpp share_a_gpu_openmp.cpp share_a_gpu_plan_test.cpp
                   ${share_a_gpu}/configuration.cpp ${share_a_gpu}/plan.cpp ${share_a_gpu}/svg_picture.cpp
                   ${share_a_gpu}/text_picture.cpp ${share_a_gpu}/video.cpp
                   ${PROJECT_SOURCE_DIR}/tools/allotype/drawing/gpu_picture.cpp ${PROJECT_SOURCE_DIR}/tools/allotype/drawing/svg.cpp ${PROJECT_SOURCE_DIR}/example/whole_file.cpp)
# What the GPU makes of the services, on a GPU here and on the interpreter in test/device.
set(share_a_gpu_on_gpu_files share_a_gpu_gpu_test.cu share_a_gpu_serial.cpp ${share_a_gpu}/video.cpp)
allotype_unit_test(share_a_gpu_on_gpu ${share_a_gpu_on_gpu_files} CUDA INTERPRETED LABELS gpu ARCHITECTURES ${major}${minor}-real)
if(TARGET unit_share_a_gpu_on_gpu)
  target_include_directories(unit_share_a_gpu_on_gpu PRIVATE ${share_a_gpu})
  target_compile_definitions(unit_share_a_gpu_on_gpu PRIVATE ALLOTYPE_TEST_GPU_MAJOR=${major} ALLOTYPE_TEST_GPU_MINOR=${minor})
endif()
if(TARGET unit_share_a_gpu)
  target_include_directories(unit_share_a_gpu PRIVATE ${share_a_gpu})
  if(TARGET OpenMP::OpenMP_CXX)
    # Catch2 was read with other options.
    set_source_files_properties(share_a_gpu_openmp.cpp PROPERTIES COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    target_link_options(unit_share_a_gpu PRIVATE ${OpenMP_CXX_FLAGS})
  endif()
endif()

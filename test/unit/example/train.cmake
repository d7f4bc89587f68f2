# SPDX-License-Identifier: BSL-1.0
# What example/train is made of.

set(train ${PROJECT_SOURCE_DIR}/example/train)
allotype_unit_test(train train_test.cpp ${train}/checkpoint.cpp ${train}/curve.cpp ${train}/curve_picture.cpp
                   ${train}/digits.cpp ${train}/progress.cpp ${PROJECT_SOURCE_DIR}/tools/allotype/drawing/svg.cpp ${PROJECT_SOURCE_DIR}/example/whole_file.cpp
                   LINK allotype::runtime)
if(TARGET unit_train)
  target_include_directories(unit_train PRIVATE ${train})
  target_compile_definitions(unit_train PRIVATE EXAMPLE_TRAIN_DATA="${train}/data/digits.csv")
endif()
allotype_unit_test(train_on_gpu train_gpu_test.cu ${train}/digits.cpp ${PROJECT_SOURCE_DIR}/example/whole_file.cpp
                   CUDA INTERPRETED LABELS gpu LINK allotype::runtime ARCHITECTURES ${major}${minor}-real)
if(TARGET unit_train_on_gpu)
  target_include_directories(unit_train_on_gpu PRIVATE ${train})
  target_compile_definitions(unit_train_on_gpu PRIVATE EXAMPLE_TRAIN_DATA="${train}/data/digits.csv" ALLOTYPE_TEST_GPU_MAJOR=${major}
                                                       ALLOTYPE_TEST_GPU_MINOR=${minor})
endif()

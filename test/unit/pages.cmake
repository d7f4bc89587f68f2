# SPDX-License-Identifier: BSL-1.0
# The C++ in README.md and doc/ (test/documented.py says how it is found there).
#
#   doc.NAME             pages/NAME.cpp includes all of the page, and checks what it says and prints. clang reads it with its
#                        warnings, and makes no code: that takes half of the time, and g++'s program is run
#   doc.NAME.cuda        the same, compiled by nvcc. Of a page that is not among `pages_of_kernels` only the device's code is
#                        compiled: that takes a third of the time, and g++ and clang run the page
#   doc.NAME.blocks      of a page whose blocks do not follow one another: each compiles alone
#   doc.NAME.session     a page that its reader follows from top to bottom with g++ is followed (documented.py)
#   doc.excerpts         blocks that are part of an example are that example's
#   doc.tools            documented.py notices what it is there for
#   doc.coming_from_X.X  the other side of a page "Coming from X", which is in test/coming_from. CUDA's is
#                        device.coming_from_cuda
#   doc.plots            pictures of the measurements have a point for each ratio, and the budgets
#   doc.answers          the measurements open with what a user wants to know, as their tables have it

# The names of the pages in doc/ that have C++. Each has a program in pages/. `page_NAME` is its file.
set(pages)
set(pages_of_single_blocks)
set(pages_to_follow)
file(GLOB pages_of_doc CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/doc/*.md)
foreach(file IN LISTS pages_of_doc)
  file(READ ${file} text)
  string(FIND "${text}" "\n```cpp\n" begin)
  if(begin GREATER -1)
    cmake_path(GET file STEM page)
    if(page IN_LIST pages)
      message(FATAL_ERROR "${file}: another page is called ${page}, too")
    endif()
    if(text MATCHES "<!-- file: ")
      list(APPEND pages_to_follow ${page})
      set(page_${page} ${file})
      continue()
    endif()
    list(APPEND pages ${page})
    set(page_${page} ${file})
    string(FIND "${text}" "\nEach block of code below" begin)
    if(begin GREATER -1)
      list(APPEND pages_of_single_blocks ${page})
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/pages/${page}.cpp)
      message(FATAL_ERROR "${file} has C++: test/unit/pages/${page}.cpp must include and check it")
    endif()
  endif()
endforeach()

if(NOT Python3_Interpreter_FOUND)
  allotype_missing_test(doc.excerpts "no Python 3")
  return()
endif()
set(documented ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/test/documented.py)
set(page_folder ${CMAKE_CURRENT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${page_folder})
set(train_folder ${PROJECT_SOURCE_DIR}/example/train)  # which doc/train.md tells its readers to be in

allotype_test_wanted(in_cxx doc CXX)
allotype_test_wanted(in_cuda doc CUDA)
set(strict_CXX -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Wno-unused-const-variable)
# Without the host's code, which the host's compilers make above.
set(strict_CUDA -std=c++20 -arch=sm_80 --extended-lambda -Werror=all-warnings -x cu --cuda -o block.ii)
function(blocks_test page name language)
  add_test(NAME doc.${name}
           COMMAND ${documented} compile ${page} ${page_folder}/${name}
                   ${CMAKE_${language}_COMPILER} ${strict_${language}} ${includes})
  set_tests_properties(doc.${name} PROPERTIES LABELS doc)
endfunction()

if(in_cxx)
  add_test(NAME doc.excerpts COMMAND ${documented} compare ${PROJECT_SOURCE_DIR}/README.md ${pages_of_doc})
  add_test(NAME doc.tools COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/pages/documented_test.py
                                  ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
  set_tests_properties(doc.excerpts doc.tools PROPERTIES LABELS doc)
  blocks_test(${PROJECT_SOURCE_DIR}/README.md README.blocks CXX)
endif()
if(in_cuda)
  blocks_test(${PROJECT_SOURCE_DIR}/README.md README.blocks.cuda CUDA)
endif()

foreach(page IN LISTS pages_to_follow)
  if(in_cxx AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_test(NAME doc.${page}.session
             COMMAND ${documented} session ${page_${page}} ${PROJECT_SOURCE_DIR}
                     ${page_folder}/${page} g++=${CMAKE_CXX_COMPILER} cmake=${CMAKE_COMMAND})
    set_tests_properties(doc.${page}.session PROPERTIES LABELS doc)
  elseif(in_cxx)
    blocks_test(${page_${page}} ${page}.blocks CXX)
  endif()
  if(in_cuda)
    blocks_test(${page_${page}} ${page}.blocks.cuda CUDA)
  endif()
endforeach()

set(pages_of_kernels atomics block_ranges blocks buffers checked_builds graphs grids kernels kinds_of_memory loops other_libraries queues
    random_numbers reductions scans segments several_queues sorting views)
set(pages_of_newer_gpus atomics)  # elements of 16 bytes
set(pages_of_programs programs coming_from_flytekit)  # which are made of tasks
function(page_needs target page)
  add_dependencies(${target} doc_pages)
  target_include_directories(${target} PRIVATE ${page_folder})
  target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:allotype::runtime>)
  if(page STREQUAL "statistics")
    target_link_libraries(${target} PRIVATE allotype::json)
  elseif(page IN_LIST pages_of_programs)
    target_link_libraries(${target} PRIVATE allotype::program)
  elseif(page STREQUAL "train")
    target_include_directories(${target} PRIVATE ${train_folder})
  endif()
endfunction()
function(page_program target page)
  add_executable(${target} ${ARGN})
  page_needs(${target} ${page})
endfunction()
function(page_test name target page)
  add_test(NAME doc.${name} COMMAND ${documented} printed ${page_${page}} $<TARGET_FILE:${target}>)
  set_tests_properties(doc.${name} PROPERTIES LABELS doc)
  if(page STREQUAL "statistics" AND TARGET fake_nvml)
    add_dependencies(${target} fake_nvml)
    set_tests_properties(
      doc.${name}
      PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:fake_nvml>;FAKE_NVML_SCENARIO=${PROJECT_SOURCE_DIR}/test/fake_nvml/scenario/a100_layouts.json")
  endif()
endfunction()

# page_read_test(NAME TARGET SOURCE): the compiler reads the source with the target's options.
function(page_read_test name target source)
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  add_test(NAME doc.${name} COMMAND_EXPAND_LISTS
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror
                   "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" ${source})
  set_tests_properties(doc.${name} PROPERTIES LABELS doc)
endfunction()

set(included_pages)
foreach(page IN LISTS pages)
  if(page STREQUAL "statistics" AND NOT TARGET nlohmann_json::nlohmann_json)
    allotype_missing_test(doc.statistics "no nlohmann-json")
    continue()
  endif()
  if(page IN_LIST pages_of_programs AND NOT (TARGET nlohmann_json::nlohmann_json AND TARGET CLI11::CLI11))
    allotype_missing_test(doc.${page} "no nlohmann-json or no CLI11")
    continue()
  endif()
  set(included ${page_folder}/${page}.md.hpp)
  list(APPEND included_pages ${included})
  add_custom_command(OUTPUT ${included} COMMAND ${documented} whole ${page_${page}} ${included}
                     DEPENDS ${page_${page}} ${PROJECT_SOURCE_DIR}/test/documented.py)
  if(in_cxx)
    if(page IN_LIST pages_of_single_blocks)
      blocks_test(${page_${page}} ${page}.blocks CXX)
    endif()
    page_program(doc_${page} ${page} pages/${page}.cpp)
    target_link_libraries(doc_${page} PRIVATE allotype::allotype)
    target_compile_options(doc_${page} PRIVATE -O0)  # it runs once and prints
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      set_target_properties(doc_${page} PROPERTIES EXCLUDE_FROM_ALL TRUE)
      page_read_test(${page} doc_${page} ${CMAKE_CURRENT_SOURCE_DIR}/pages/${page}.cpp)
    else()
      page_test(${page} doc_${page} ${page})
    endif()
  endif()
  if(in_cuda)
    allotype_cuda_twins(twin doc_for_nvcc pages/${page}.cpp)
    if(page IN_LIST pages_of_kernels)
      page_program(doc_${page}_cuda ${page} ${twin})
      set(architecture 80)
      if(page IN_LIST pages_of_newer_gpus)
        set(architecture 90)
      endif()
      set_target_properties(doc_${page}_cuda PROPERTIES CUDA_ARCHITECTURES ${architecture}-real)
      page_test(${page}.cuda doc_${page}_cuda ${page})
    else()
      add_library(doc_${page}_cuda OBJECT ${twin})
      page_needs(doc_${page}_cuda ${page})
      set_target_properties(doc_${page}_cuda PROPERTIES CUDA_ARCHITECTURES 80-virtual CUDA_PTX_COMPILATION ON)
      allotype_build_test(doc.${page}.cuda doc_${page}_cuda)
      set_tests_properties(doc.${page}.cuda PROPERTIES LABELS doc)
    endif()
    target_link_libraries(doc_${page}_cuda PRIVATE allotype::cuda)
  endif()
endforeach()
add_custom_target(doc_pages ALL DEPENDS ${included_pages})

# The other sides need one compiler: that which also tests other systems.
if(NOT in_cxx OR NOT "golden" IN_LIST ALLOTYPE_TEST_KINDS)
  return()
endif()
set(coming_from ${PROJECT_SOURCE_DIR}/test/coming_from)
find_path(kokkos_include Kokkos_Core.hpp PATH_SUFFIXES trilinos)
find_library(kokkos_library NAMES trilinos_kokkoscore kokkoscore)
if(kokkos_include AND kokkos_library)
  add_executable(coming_from_kokkos ${coming_from}/kokkos.cpp)
  target_compile_features(coming_from_kokkos PRIVATE cxx_std_20)
  target_include_directories(coming_from_kokkos SYSTEM PRIVATE ${kokkos_include})
  target_link_libraries(coming_from_kokkos PRIVATE ${kokkos_library})
  add_test(NAME doc.coming_from_kokkos.kokkos
           COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:coming_from_kokkos> "-DSAYS=12 24 36 on Serial\n"
                   -P ${PROJECT_SOURCE_DIR}/test/device/program.cmake)
else()
  allotype_missing_test(doc.coming_from_kokkos.kokkos "no Kokkos (Debian: libtrilinos-kokkos-dev)")
endif()
add_test(NAME doc.coming_from_lightning.lightning
         COMMAND ${Python3_EXECUTABLE} -c "import ast, sys; ast.parse(open(sys.argv[1]).read())" ${coming_from}/lightning_training.py)
add_test(NAME doc.plots COMMAND ${ALLOTYPE_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/pages/plots_test.py ${PROJECT_SOURCE_DIR}/doc/site)
set_tests_properties(doc.plots PROPERTIES LABELS doc SKIP_RETURN_CODE 77)
add_test(NAME doc.answers COMMAND ${ALLOTYPE_PYTHON} ${PROJECT_SOURCE_DIR}/bench/answers.py)
set_tests_properties(doc.answers PROPERTIES LABELS doc)
set(other_sides kokkos lightning)
if(TARGET doc_coming_from_flytekit)
  add_test(NAME doc.coming_from_flytekit.flytekit
           COMMAND ${PROJECT_SOURCE_DIR}/test/golden/with_python ${PROJECT_SOURCE_DIR}/.venv/bin/python flytekit,flyteidl flytekit
                   ../coming_from/flytekit_compared.py $<TARGET_FILE:doc_coming_from_flytekit>)
  set_tests_properties(doc.coming_from_flytekit.flytekit PROPERTIES SKIP_RETURN_CODE 77)
  list(APPEND other_sides flytekit)
endif()
foreach(other IN LISTS other_sides)
  set_tests_properties(doc.coming_from_${other}.${other} PROPERTIES LABELS doc)
endforeach()

# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=cluster -DWORK=folder -P check.cmake: what the program prints and writes, and what is said to bad arguments.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
include(${CMAKE_CURRENT_LIST_DIR}/../../test/run.cmake)

run(0 "")
foreach(line IN ITEMS
    "        nvidia.com/mig-3g.20gb: \"1\"\n"
    "NodeName=batch[1-2] gres=gpu:nvidia_a100_1g.5gb:1,gpu:nvidia_a100_1g.5gb+me:1,gpu:nvidia_a100_2g.10gb:1,gpu:nvidia_a100_3g.20gb:1 Feature=a100\n"
    "srun --gres=gpu:nvidia_a100_3g.20gb:1 searcher\n"
    "kubectl label nodes NODE nvidia.com/mig.config=one-1g.5gb-one-1g.5gb.me-one-2g.10gb-one-3g.20gb --overwrite\n"
    "8 of each service run at the same time on the cluster, and 9 do not")
  string(FIND "${said}" "${line}" found)
  if(found EQUAL -1)
    message(SEND_ERROR "this is not printed: ${line}\n${said}")
  endif()
endforeach()

run(0 "wrote page.html" --html page.html --mistake ${CMAKE_CURRENT_LIST_DIR}/mistake.cpp)
file(READ ${WORK}/page.html page)
foreach(part IN ITEMS "<title>A cluster and its services</title>" "static_assert(example::at::check_serves&lt;" "</html>")
  string(FIND "${page}" "${part}" found)
  if(found EQUAL -1)
    message(SEND_ERROR "the page lacks ${part}")
  endif()
endforeach()
if(page MATCHES "(src|href)=")
  message(SEND_ERROR "the page loads something from elsewhere: ${CMAKE_MATCH_0}")
endif()
run(1 "absent.cpp" --mistake absent.cpp)
run(1 "no/page.html" --html no/page.html)
run(2 "--error" --error page.html)

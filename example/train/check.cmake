# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=train -DWORK=folder [-DPYTHON=python3] -P check.cmake: what the program says and leaves behind, with good
# options and bad. What it learns is the subject of check_results.py.
cmake_minimum_required(VERSION 3.23)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

foreach(variable IN ITEMS ACCELERATOR DEVICES STRATEGY PRECISION NUM_NODES PROCESS_GROUP_BACKEND)
  unset(ENV{ALLOTYPE_${variable}})
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)

run(0 "--resume" --help)
run(0 "accuracy 9[0-9][.][0-9][0-9] % of 359 pictures that were not learnt from\nwrote    losses.csv\nwrote    curve.svg\n$"
    --accelerator cpu --epochs 3 --losses losses.csv --curve curve.svg --checkpoint state)
foreach(text IN ITEMS "(^|\n)runs on  cpu [(]serial[)], single_device, 32-true, devices: 1\n"
        "\nepoch   1 of 3  loss [0-9.]+  accuracy [0-9.]+ %  [0-9]+ samples/s\n" "\nepoch   3 of 3  ")
  if(NOT said MATCHES "${text}")
    message(SEND_ERROR "the program does not say '${text}':\n${said}")
  endif()
endforeach()
file(STRINGS ${WORK}/losses.csv lines)
list(LENGTH lines count)
list(GET lines 0 head)
list(GET lines 3 last)
if(NOT count EQUAL 4 OR NOT head STREQUAL "epoch,loss,accuracy" OR NOT last MATCHES "^3,0[.][0-9]+,0[.]9[0-9]+$")
  message(SEND_ERROR "losses.csv: ${lines}")
endif()
if(PYTHON)
  execute_process(COMMAND ${PYTHON} -c "import sys, xml.etree.ElementTree as e
svg = '{http://www.w3.org/2000/svg}'
root = e.parse(sys.argv[1]).getroot()
texts = [t.text for t in root.iter(svg + 'text')]
lines = [l.get('points').split() for l in root.iter(svg + 'polyline')]
assert texts.count('epoch') == 2 and any('loss' in t for t in texts) and any('accuracy' in t for t in texts), texts
assert [len(l) for l in lines] == [3, 3], lines
for x, y in (p.split(',') for l in lines for p in l): assert 0 < float(x) < 960 and 0 < float(y) < 440, lines
heights = [float(p.split(',')[1]) for p in lines[0]]
assert heights == sorted(heights), 'the loss does not fall'" ${WORK}/curve.svg RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed)
    message(SEND_ERROR "curve.svg does not show the loss and the accuracy of 3 epochs:\n${why}")
  endif()
endif()

# The whole grammar of devices, and what auto comes to.
run(0 ", dp, 32-true, devices: 3\n" --accelerator cpu --devices 3 --epochs 1)
run(0 ", sharded, bf16-mixed, devices: 2\n" --accelerator cpu --devices 2 --strategy sharded --precision bf16 --epochs 1)

set(ENV{ALLOTYPE_DEVICES} 2)
run(0 ", dp, 32-true, devices: 2\n" --accelerator cpu --epochs 1)
unset(ENV{ALLOTYPE_DEVICES})
run(0 "(^|\n)runs on  (H200 |cpu [^\n]*\n +not on H200: )" --epochs 1)  # nothing is said: a GPU, else the CPU

# A run that is whole goes on for nothing, or for more epochs.
file(SHA256 ${WORK}/state done)
run(0 "goes on  behind epoch 3 of state\naccuracy" --accelerator cpu --epochs 3 --checkpoint state --resume)
file(SHA256 ${WORK}/state after)
if(NOT done STREQUAL after)
  message(SEND_ERROR "a run that is whole changed its checkpoint")
endif()
run(0 "epoch   4 of 4" --accelerator cpu --epochs 4 --checkpoint state --resume)
# Nothing is there yet: begins.
run(0 "epoch   1 of 1" --accelerator cpu --epochs 1 --checkpoint new --resume)

# What cannot be done: status 2, the reason, and nothing is written.
file(MAKE_DIRECTORY ${WORK}/folder)
file(WRITE ${WORK}/foreign "the only copy of somebody's letter\n")
file(WRITE ${WORK}/empty "")
file(WRITE ${WORK}/digits.csv "1,2,3\n")
execute_process(COMMAND head -c 1000 ${WORK}/state OUTPUT_FILE ${WORK}/truncated)
execute_process(COMMAND head -c 20 ${WORK}/state OUTPUT_FILE ${WORK}/hardly_begun)
configure_file(${WORK}/state ${WORK}/longer COPYONLY)
file(APPEND ${WORK}/longer "x")
function(hash_files result)
  file(GLOB_RECURSE files LIST_DIRECTORIES true ${WORK}/*)
  set(hashes)
  foreach(file IN LISTS files)
    set(hash folder)
    if(NOT IS_DIRECTORY ${file})
      file(SHA256 ${file} hash)
    endif()
    list(APPEND hashes ${file}=${hash})
  endforeach()
  set(${result} "${hashes}" PARENT_SCOPE)
endfunction()
hash_files(before)
run(2 "state: is there already; --resume goes on from it" --checkpoint state)
run(2 "foreign: is there already" --checkpoint foreign)
run(2 "foreign: is no checkpoint of this program" --checkpoint foreign --resume)
run(2 "empty: is no checkpoint of this program" --checkpoint empty --resume)
run(2 "truncated: is truncated: 1000 bytes of [0-9]+ are there" --checkpoint truncated --resume)
run(2 "hardly_begun: is truncated" --checkpoint hardly_begun --resume)
run(2 "longer: is damaged: its size is wrong" --checkpoint longer --resume)
run(2 "state: is of another run: it has --batch 64, not 32, --seed 1, not 2" --checkpoint state --resume --batch 32 --seed 2)
run(2 "state: is of another run: it has --precision 32-true, not 64-true" --checkpoint state --resume --precision 64)
run(2 "state: is of another run: it has --rate 0.1, not 0.2" --checkpoint state --resume --rate 0.2)
run(2 "state: has 4 epochs already, and 3 are asked for" --checkpoint state --resume --epochs 3)
run(2 "folder: is a folder" --checkpoint folder)
run(2 "absent/state: cannot be written: No such file or directory" --checkpoint absent/state)
run(2 "absent/curve.svg: cannot be written: No such file or directory" --curve absent/curve.svg)
run(2 "folder: is a folder" --losses folder)
run(2 "state: is named by --checkpoint and by --curve" --checkpoint state --resume --curve ./state)
run(2 "same: is named by --curve and by --losses" --losses same --curve same)
run(2 "digits.csv: line 1 is not 64 numbers" --data digits.csv)
run(2 "absent.csv: cannot be read: No such file or directory" --data absent.csv)
run(2 "--resume requires --checkpoint" --resume)
run(2 "--epochs: Value 0 not in range" --epochs 0)
run(2 "--batch" --batch many)
run(2 "--rate: is no number" --rate nan)
run(2 "--seed" --seed -1)
run(2 "not expected" extra)
run(2 "gpux" --accelerator gpux)
run(2 "devices \"0,,1\"" --devices 0,,1)
run(2 "a count from 1 to 1024" --accelerator cpu --devices 2000000000)
run(2 "strategy \"dpp\" is not known; the nearest is \"dp" --strategy dpp)
run(2 "precision \"bf17\" is not known" --precision bf17)
run(2 "bf16-true is not compiled in" --accelerator cpu --precision bf16-true)
run(2 "fsdp runs on CUDA GPUs alone" --accelerator cpu --strategy fsdp --devices 2)
run(2 "tpu" --accelerator tpu)
run(2 "one node; 2 were asked for|are 2 processes, and this job has 1|processes need" --num-nodes 2 --accelerator cpu)
hash_files(after)
if(NOT before STREQUAL after)
  message(SEND_ERROR "files changed: before ${before}; after ${after}")
endif()

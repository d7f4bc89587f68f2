# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=allotype -DSOURCE=folder -DVERSION=... -DSCENARIOS=folder [-DNVML=folder] -P check.cmake: what each command
# prints, as text and as JSON, and what is said to bad arguments. NVML is the folder of the fake library.
cmake_minimum_required(VERSION 3.23)
unset(ENV{CUDA_VISIBLE_DEVICES})
unset(ENV{CUDA_DEVICE_ORDER})
unset(ENV{SLURM_STEP_GPUS})
unset(ENV{SLURM_JOB_GPUS})

include(${CMAKE_CURRENT_LIST_DIR}/../test/run.cmake)

# value(EXPECTED KEY...): what the last JSON document has there.
function(value expected)
  string(JSON found ERROR_VARIABLE problem GET "${said}" ${ARGN})
  if(problem OR NOT found STREQUAL expected)
    message(SEND_ERROR "${ARGN} is '${found}', not '${expected}' (${problem}):\n${said}")
  endif()
endfunction()

run(0 "^${VERSION}\n$" --version)
run(0 "list.*show.*plan.*probe.*stats.*flyte" --help)

# ---- the catalogue
run(0 "\nA100 +NVIDIA +40960 MiB +1g.5gb, 1g.5gb[+]me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb\n" list)
run(0 "\nMI300X +AMD " list)
run(0 "\nV5E +Google " list)
run(0 "\n2g.10gb +9856 MiB\n.*\n1c.3g.20gb +19968 MiB\n.*unpartitioned +40960 MiB\n$" list a100)
run(0 "\nA100\n" list --names)
run(0 "^1g.5gb\n1g.5gb[+]me\n" list A100 --names)
run(0 "^\\[\n  \"1g.5gb\",\n  \"1g.5gb[+]me\"" list A100 --names --json)
run(0 "^T4 has no partitions\n$" list T4)
run(0 "^$" list T4 --names)
run(0 "^\\[" list --json)
string(JSON devices LENGTH "${said}")
if(devices LESS 60)
  message(SEND_ERROR "${devices} devices are few")
endif()
value(K80 0 name)
run(0 "" --json list "NVIDIA A100-SXM4-40GB")
value(1g.5gb 0 name)
value("4864 MiB" 0 memory)

run(0 "^A100\n  vendor: NVIDIA\n.*partitions: 1g.5gb.*\n  source: NVIDIA" show nvidia-tesla-a100)
run(0 "^A100 2g.10gb\n.*  memory: 9856 MiB\n.*placements .*: 0:2 2:2 4:2\n" show A100 2g.10gb)
run(0 "" show A100 2g.10gb --json)
value("A100 2g.10gb" name)
value(A100 device)
value(partition state)
value("9856 MiB" facts memory)
value("0:2 2:2 4:2" placements)
value("verified: real nvidia-smi mig -lgipp" sources placements)
run(0 "" show A100 --json)
value("partitioning open" state)
value(3g.20gb partitions 4)
run(0 "^A100 unpartitioned\n" show A100 unpartitioned)
run(0 "^V5E 2x4\n" show V5E 2x4)

# ---- layouts
run(0 "^slice  A100
[^\n]*
    0  . 3g.20gb +. 42 SMs +. 19968 MiB +.
    1 [^\n]*
    2 [^\n]*
    3 [^\n]*
[^\n]*
    4  . 2g.10gb +. 28 SMs +. 9856 MiB +.
    5 [^\n]*
[^\n]*
    6  . free +[^\n]*
    7 [^\n]*
[^\n]*
order   3g.20gb, 2g.10gb
        nvidia-smi mig -cgi 9,14 -C
left    2 memory slices, 2 compute slices, 28 SMs, 10368 MiB, [^\n]*, 1 JPEG decoder, 1 optical flow accelerator
room    for one of 1g.5gb, 1g.5gb[+]me, 1g.10gb\n$" plan A100 3g.20gb 2g.10gb)
run(0 "left    nothing\nroom    for nothing more\n$" plan A100 7g.40gb)
run(0 "\n    0  . free .*room    for one of 1g.5gb, .*7g.40gb\n$" plan A100)
run(0 "" plan A100 1g.5gb 3g.20gb@4 --json)
value(0 instances 0 start)
value(3g.20gb instances 1 profile)
value(4 instances 1 start)
value(9 instances 1 smi_profile_id)
value(8 memory_slices)
value(3 left "compute slices")
run(2 "A100: 4g.20gb does not fit beside 4g.20gb at 0: no place is left for it; the largest part that fits is 4g.20gb\n"
    plan A100 4g.20gb 4g.20gb)
run(2 "A100: 1g.5gb[+]me does not fit beside 1g.5gb[+]me at 0: " plan A100 1g.5gb+me 1g.5gb+me)
run(2 "A100 has no partition \"3g.20g\"; the nearest is 3g.20gb" plan A100 3g.20g)
run(2 "no 3g.20gb starts at \"2\" on A100; the starts are 0, 4" plan A100 3g.20gb@2)
run(2 "no 3g.20gb starts at \"x\"" plan A100 3g.20gb@x)
run(2 "T4 is no GPU with MIG instances" plan T4)
run(2 "V5E is no GPU with MIG instances" plan V5E 2x4)
set(many)
foreach(i RANGE 99)
  list(APPEND many 1g.5gb)
endforeach()
run(2 "100 instances are more than any GPU has" plan A100 ${many})
run(2 "1g.5gb does not fit" plan A100 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb
    1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb 1g.5gb)

# ---- Flyte: the bytes that protobuf writes, see test/data/flyte_messages.tsv
set(hex 0a116e76696469612d7465736c612d613130301a0732672e31306762)
set(base64 ChFudmlkaWEtdGVzbGEtYTEwMBoHMmcuMTBnYg==)
run(0 "^json    {\"device\":\"nvidia-tesla-a100\",\"partitionSize\":\"2g.10gb\"}\nhex     ${hex}\nbase64  ${base64}\n$"
    flyte A100 2g.10gb)
run(0 "" flyte A100 2g.10gb --json)
value(${hex} hex)
value(${base64} base64)
value(2g.10gb gpuAccelerator partitionSize)
run(0 "\"unpartitioned\":true" flyte A100 unpartitioned)
run(2 "Flyte has no name for cpu" flyte cpu)

# ---- this machine
run(0 "^cpu     .* of [0-9]+ processors.*nvidia  .*other   Google TPU: " probe)
run(0 "" probe --json)
string(JSON processors GET "${said}" host_processor processors)
if(processors LESS 1)
  message(SEND_ERROR "no processors:\n${said}")
endif()
run(0 "^cpu\n.*  memory_total [0-9]+ bytes\n" stats)
run(0 "^{[^\n]*}\n{[^\n]*}\n{[^\n]*}\n$" stats --watch 0.01 --times 3 --json)

if(NVML)
  set(ENV{LD_LIBRARY_PATH} ${NVML})
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/a100_layouts.json)
  run(0 "  GPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f  NVIDIA A100-SXM4-40GB  A100  40960 MiB\n" probe)
  run(0 "\n    MIG-5a011111-7a5c-5b1e-8f00-000000000001  NVIDIA A100-SXM4-40GB MIG [^\n]*  A100 [0-9]g" probe)
  run(0 "  NVIDIA A100-SXM4-40GB  A100  40960 MiB\n    MIG mode is on, and no slice is there" probe)
  set(ENV{CUDA_VISIBLE_DEVICES} 0)
  run(0 "MIG-5a011111-7a5c-5b1e-8f00-000000000001 [^\n]*  [(]hidden by CUDA_VISIBLE_DEVICES=0[)]\n" probe)
  unset(ENV{CUDA_VISIBLE_DEVICES})
  # Slurm's variables say nothing about a machine with slices; of whole boards they count.
  set(ENV{SLURM_JOB_GPUS} 1)
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/mixed_boards.json)
  run(0 "[(]hidden by SLURM_JOB_GPUS=1[)]\n" probe)
  unset(ENV{SLURM_JOB_GPUS})
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/a100_layouts.json)
  run(0 "" probe --json)
  value(A100 nvidia boards 0 type)
  value(GPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f nvidia boards 0 uuid)
  value("NVIDIA A100-SXM4-40GB" nvidia boards 0 name)
  run(0 "\nGPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f NVIDIA A100-SXM4-40GB\n  memory_total [0-9]+ bytes\n" stats)
  run(0 "" stats --json)
  value(GPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f devices 0 uuid)
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/no_permission.json)
  run(0 "nvidia  no_permission: nvmlInit_v2" probe)
  run(0 "nvidia\n  no_permission: " stats)
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/hang_in_initialization.json)
  run(0 "nvidia  timed_out: nvmlInit_v2 has not returned for [0-9]+[.][0-9] s" probe --time-limit 2)
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/h100_mig_without_instance.json)
  run(0 "MIG mode is on, and no slice is there" probe)
endif()

# ---- bad arguments: a message, the nearest that is valid, and status 2
run(2 "there is no command \"lst\"; did you mean list[?]" lst)
run(2 "there is no command \"paln\"; did you mean plan[?]" paln A100)
run(2 "there is no option --jsn here; did you mean --json[?]" list --jsn)
run(2 "there is no option --time-limt here; did you mean --time-limit[?]" probe --time-limt=3)
run(2 "no accelerator is called \"A1000\"; the nearest are A100" show A1000)
run(2 "A100 has no partition \"2g.10g\"; the nearest are 2g.10gb" show A100 2g.10g)
run(2 "A100 has no partition \"2g.40gb\"" flyte A100 2g.40gb)
run(2 "there is no option --jsn here; did you mean --json[?]" --jsn)
run(2 "there is no option -x here" -x)
run(2 "a command is missing: list, show, plan, probe, stats, flyte\n")
run(2 "a command is missing" --json)
foreach(command IN ITEMS list show plan probe stats flyte)
  run(0 "--json" ${command} --help)
endforeach()
run(2 "device is required" show)
run(2 "--time-limit" probe --time-limit 0)
run(2 "--time-limit" probe --time-limit soon)
run(2 "--times requires --watch" stats --times 3)
run(2 "not expected" show A100 2g.10gb more)

# A reader that has gone is no success.
if(EXISTS /dev/full)
  execute_process(COMMAND ${PROGRAM} list OUTPUT_FILE /dev/full RESULT_VARIABLE found)
  if(NOT found EQUAL 1)
    message(SEND_ERROR "a full disk: status ${found}")
  endif()
endif()

# ---- completion and manual page
find_program(bash bash)
if(bash)
  # complete(EXPECTED WORD...): what is offered for the last word.
  function(complete expected)
    execute_process(
      COMMAND ${bash} -c "source '${SOURCE}/completion.bash'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _allotype; echo \"\${COMPREPLY[*]}\""
              bash ${PROGRAM} ${ARGN}
      OUTPUT_VARIABLE offered ERROR_VARIABLE offered OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT offered STREQUAL expected)
      message(SEND_ERROR "completion of ${ARGN}: '${offered}', not '${expected}'")
    endif()
  endfunction()
  complete("plan probe" p)
  complete("stats" st)
  complete("A100 A100_80GB A100_80GB_PCIE" show A100)
  complete("3g.20gb" plan A100 3)
  complete("3g.20gb 3c.7g.40gb" show A100 3)
  complete("2g.10gb" plan A100 3g.20gb 2)
  complete("--json" list --j)
  complete("--watch" stats --w)
endif()
find_program(groff groff)
if(groff)
  execute_process(COMMAND ${groff} -man -Tascii -P-c -P-b -P-o -P-u -ww ${SOURCE}/allotype.1 OUTPUT_VARIABLE page ERROR_VARIABLE problem)
  if(NOT problem STREQUAL "" OR NOT page MATCHES "EXIT STATUS")
    message(SEND_ERROR "the manual page: ${problem}${page}")
  endif()
endif()
file(READ ${SOURCE}/allotype.1 page)
string(REPLACE "\\-" "-" page "${page}")
foreach(text IN ITEMS list show plan probe stats flyte --json --names --time-limit --watch --times --version --help)
  string(FIND "${page}" "${text}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the manual page does not mention ${text}")
  endif()
endforeach()

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
run(0 "list.*show.*plan.*probe.*stats.*provision.*transition.*request.*cluster.*check.*flyte" --help)

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
room    for one of 1g.5gb, 1g.5gb[+]me, 1g.10gb\narrival safe in any order\n$" plan A100 3g.20gb 2g.10gb)
run(0 "left    nothing\nroom    for nothing more\narrival safe in any order\n$" plan A100 7g.40gb)
run(0 "\narrival 3g.20gb, 4g.20gb in this order strands the last; safe with 4g.20gb first\n$" plan A100 4g.20gb 3g.20gb)
run(0 "" plan A100 4g.20gb 3g.20gb --json)
value(OFF arrival_safe)
value(4g.20gb stranding_order 1)
value(4g.20gb safe_after 0)
run(0 "\n    0  . free .*room    for one of 1g.5gb, .*7g.40gb\narrival safe in any order\n$" plan A100)
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

# ---- many tasks
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/fleet_tasks.txt "# a task a line
train-1 A100 3g.20gb
train-2 A100 3g.20gb
train-3 A100 3g.20gb
serve nvidia-tesla-a100 1g.5gb # by another name

all A100
other T4\n")
set(tasks ${CMAKE_CURRENT_BINARY_DIR}/fleet_tasks.txt)
run(0 "tasks   6, 0 left over\nGPUs    4 to lay out; at least 4 are needed, so this is the fewest\n$" plan --fleet ${tasks})
run(0 "^1 x A100 3g.20gb@0 2g.10gb@4  [(]as it is[)]\n.*GPUs    4 to lay out; at least 4 are needed, so this is the fewest\n$"
    plan --fleet ${tasks} --on A100:1=3g.20gb@0,2g.10gb@4 --on A100:1 --on A100)
run(0 "tasks   6, 4 left over\nGPUs    1 to lay out; at least 4 are needed\nleft    train-3: A100 3g.20gb\nleft    serve: A100 1g.5gb\nleft    all: A100 unpartitioned\nleft    other: T4 unpartitioned\n$"
    plan --fleet ${tasks} --on A100:1 --on T4:0)
run(0 "" plan --fleet ${tasks} --on A100:1 --json)
value(train-1 tasks 0 task)
value(4 at_least)
value(3 left_over)
# The cluster has no whole A100, and no T4.
run(0 "^[0-9]+ x A100 3g.20gb@4 2g.10gb@0 1g.5gb@2 1g.5gb@3  [(]as it is[)]\n.*tasks   6, 2 left over\n.*left    all: A100 unpartitioned\nleft    other: T4 unpartitioned\n$"
    plan --fleet ${tasks} --cluster ${SOURCE}/../example/cluster/lab.json)
run(2 "absent.json: cannot be read" plan --fleet ${tasks} --cluster absent.json)
run(2 "--cluster requires --fleet" plan A100 --cluster absent.json)
run(2 "the file \"/nowhere\" cannot be read" plan --fleet /nowhere)
run(2 "\"A100:x\" does not say how many: write A100:16" plan --fleet ${tasks} --on A100:x)
run(2 "say how many GPUs are laid out so" plan --fleet ${tasks} --on A100=3g.20gb)
run(2 "A100: 4g.20gb does not fit beside 4g.20gb" plan --fleet ${tasks} --on A100:1=4g.20gb,4g.20gb)
run(2 "device is required" plan)
run(2 "--on requires --fleet" plan A100 --on A100)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/fleet_wrong.txt "one A100 2g.10gb\ntwo A100 2g.10gb more\n")
run(2 "line 2: .* is no task: write its name, a device and a partition" plan --fleet ${CMAKE_CURRENT_BINARY_DIR}/fleet_wrong.txt)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/fleet_wrong.txt "one A100 1c.3g.20gb\n")
run(2 "line 1: A100 1c.3g.20gb is neither a MIG instance nor a whole device" plan --fleet ${CMAKE_CURRENT_BINARY_DIR}/fleet_wrong.txt)
file(REMOVE ${tasks} ${CMAKE_CURRENT_BINARY_DIR}/fleet_wrong.txt)

# ---- what sets up GPUs
run(0 "^nvidia-smi mig -cgi 9:4,14:0,19:2,19:3 -C\n$" provision nvidia-smi A100 3g.20gb 2g.10gb 1g.5gb 1g.5gb)
run(0 "^nvidia-smi mig -cgi 9,14,19 -C\n$" provision nvidia-smi A100 3g.20gb 2g.10gb 1g.5gb --without-starts)
run(0 "^nvidia-smi mig -i 0 -cgi 1g.5gb:0,3g.20gb:4 -C\n$" provision nvidia-smi A100 0: 1g.5gb@0 3g.20gb@4 --by-name)
run(0 "^nvidia-smi -i 0 -mig 1\nnvidia-smi -i 2 -mig 1\nnvidia-smi -i 3 -mig 0\n$" provision nvidia-smi A100 0,2: 3: unpartitioned)
run(0 "" provision nvidia-smi A100 0-1: --json)
value("nvidia-smi -i 1 -mig 1" 1)
run(0 "" provision mig-parted A100 1g.10gb 1g.10gb 1g.10gb 1g.10gb --filter --json)
value(0x20F610DE mig-configs all-1g.10gb 0 device-filter 3)
value(4 mig-configs all-1g.10gb 0 mig-devices 1g.10gb)
run(0 "" provision mig-parted A100 --name mixed 0-1: unpartitioned 2: 3g.20gb 3: --json)
value(1 mig-configs mixed 0 devices 1)
value(1 mig-configs mixed 1 mig-devices 3g.20gb)
value("{}" mig-configs mixed 2 mig-devices)
run(0 "^apiVersion: v1\nkind: ConfigMap\n.*      five-1g-one-2g:\n.*          1g.10gb: 5\n.*# kubectl label nodes n1 nvidia.com/mig.config=five-1g-one-2g --overwrite\n$"
    provision gpu-operator H100 1g.10gb 1g.10gb 1g.10gb 1g.10gb 1g.10gb 2g.20gb --node n1)
run(0 "" provision gpu-operator A100 3g.20gb 3g.20gb --json)
value("kubectl label nodes NODE nvidia.com/mig.config=all-3g.20gb --overwrite" label)
run(0 "" provision amd-config-manager MI300X 0-3: CPX/NPS1 4-7: SPX/NPS1 --json)
value(4 config.json gpu-config-profiles cpx-spx-profile profiles 1 numGPUsAssigned)
run(0 "\nNodeName=tux[[]1-16[]] gres=gpu:a100:1,gpu:a100_3g.20gb:4\n.*\nAutoDetect=nvml\n$"
    provision slurm A100 0: unpartitioned 1-2: 3g.20gb 3g.20gb --node tux[1-16] --short-names)
run(0 "" provision slurm A100 3g.20gb --short-names --json)
value("AccountingStorageTRES=gres/gpu,gres/gpu:a100,gres/gpu:a100_3g.20gb" slurm.conf 1)
run(2 "A100: 4g.20gb does not fit beside 4g.20gb at 0" provision mig-parted A100 4g.20gb 4g.20gb)
run(2 "is no tool that GPUs are provisioned with; the nearest is nvidia-smi; there are nvidia-smi, mig-parted" provision nvidia-sim A100)
run(2 "T4 is no GPU with MIG instances" provision nvidia-smi T4)
run(2 "\"5-4:\" does not say for which GPUs" provision nvidia-smi A100 5-4:)
run(2 "\"x:\" does not say for which GPUs" provision nvidia-smi A100 0: x:)
run(2 "the first instances have no GPUs" provision mig-parted A100 3g.20gb 1: 3g.20gb)
run(2 "needs a name: --name NAME" provision mig-parted A100 1: 3g.20gb)
run(2 "\"a[+]b\" is no name of a configuration" provision mig-parted A100 3g.20gb --name a+b)
run(2 "--by-name and --without-starts exclude each other" provision nvidia-smi A100 3g.20gb --by-name --without-starts)
run(2 "the manager supports SPX and CPX, NPS1 and NPS4 only" provision amd-config-manager MI300X 0-7: DPX/NPS2)
run(2 "NPS1 and NPS4 cannot be combined in one profile" provision amd-config-manager MI300X 0-3: CPX/NPS4 4-7: SPX/NPS1)
run(2 "as 0-7: CPX/NPS4" provision amd-config-manager MI300X CPX/NPS4)
run(2 "MI300X has no partition \"CPX/NPS3\"" provision amd-config-manager MI300X 0: CPX/NPS3)
run(0 "^# gcloud container node-pools create gpus --num-nodes=1 --accelerator=type=nvidia-tesla-a100,count=4,gpu-partition-size=3g.20gb\napiVersion: cloud.google.com/v1\nkind: ComputeClass\n.*gpuPartitionSize: 3g.20gb\n"
    provision gke A100 0-3: 3g.20gb 3g.20gb)
run(0 "" provision gke H100_80GB 0-7: unpartitioned --json)
value(8 compute_class spec priorities 0 gpu count)
run(0 "^az aks nodepool add --name parts --node-vm-size Standard_ND96asr_v4 --gpu-instance-profile MIG3g\n$" provision aks A100 3g.20gb 3g.20gb --name parts)
run(0 "value\":\"mixed\".*\noc label node/n1 nvidia.com/mig.config=all-3g.20gb --overwrite\n$" provision openshift A100 3g.20gb 3g.20gb --node n1)
run(2 "GKE fills a GPU with partitions of one size: 2 x 3g.20gb, and this layout has 1" provision gke A100 3g.20gb)
run(2 "AKS fills a GPU with partitions of one size, and this layout has 3g.20gb and 2g.10gb" provision aks A100 3g.20gb 2g.10gb)
run(2 "the GPUs of a cloud's node are set up alike" provision gke A100 0: 3g.20gb 3g.20gb 1: 7g.40gb)
run(0 "gpu:nvidia_a100_3g.39gb:1\n" provision slurm A100_80GB 3g.40gb --slurm-22.05)
run(2 "excludes" provision slurm A100 --short-names --slurm-22.05)

# ---- from some instances to others
run(0 "^# stays:     1g.5gb at 0 [(]GPU instance 7[)], in use\n# destroyed: 3g.20gb at 4 [(]GPU instance 1[)]
# created:   2g.10gb at 2\n# created:   2g.10gb at 4\nnvidia-smi mig -i 2 -dci -ci 0 -gi 1\nnvidia-smi mig -i 2 -dgi -gi 1
nvidia-smi mig -i 2 -cgi 14:2,14:4 -C\n$"
    transition --device A100 --gpu 2 --from 3g.20gb@4:1,1g.5gb@0:7 --in-use 7 1g.5gb 2g.10gb 2g.10gb)
run(2 "1g.5gb at 0 [(]GPU instance 7[)] is in use, so it is not destroyed, and beside it the others have no places"
    transition --device A100 --from 1g.5gb@0:7 --in-use 7 1g.5gb 4g.20gb)
run(0 "" transition --device A100 --from 3g.20gb@4:1,1g.5gb@0:7 --json 3g.20gb 4g.20gb)
value(4 kept 0 start)
value(7 destroyed 0 gpu_instance)
value("nvidia-smi mig -i 0 -cgi 5:0 -C" commands 2)
run(0 "^# stays:     3g.20gb at 4 [(]GPU instance 1[)]\n$" transition --device A100 --from 3g.20gb@4:1 3g.20gb)
run(2 "say where to begin: --from-machine, or --device DEVICE" transition 3g.20gb)
run(2 "say where to begin" transition --from-machine --device A100 3g.20gb)
run(2 "\"3g.20gb@4\" is no instance with its start and its id, such as 3g.20gb@4:1" transition --device A100 --from 3g.20gb@4 3g.20gb)
run(2 "--in-use: there is no GPU instance 9" transition --device A100 --from 3g.20gb@4:1 --in-use 9 3g.20gb)

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
  # Processes run on the 1g.5gb at 5; the 3g.20gb is cut into two compute instances.
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/a100_slices_in_use.json)
  run(0 "^# stays:     1g.5gb at 5 [(]GPU instance 12[)], in use
# destroyed: [^#]*# destroyed: [^#]*# destroyed: 3g.20gb at 0 [(]GPU instance 2[)]
# created:   4g.20gb at 0
nvidia-smi mig -i 1 -dci -ci 0 -gi 11
nvidia-smi mig -i 1 -dci -ci 0,1 -gi 2
nvidia-smi mig -i 1 -dgi -gi 11,13,2
nvidia-smi mig -i 1 -cgi 5:0 -C
$" transition --from-machine 4g.20gb 1g.5gb)
  run(0 "nvidia-smi mig -i 1 -dci -ci 0,1 -gi 2\n.*nvidia-smi mig -i 1 -cci -gi 2\n$" transition --from-machine --gpu 1 3g.20gb 1g.5gb)
  run(2 "1g.5gb at 5 [(]GPU instance 12[)] is in use, so it is not destroyed, and no instance like it is wanted"
      transition --from-machine 3g.20gb 3g.20gb)
  run(2 "3g.20gb at 0 [(]GPU instance 2[)] is in use, so it is not destroyed, and it is wanted whole"
      transition --from-machine --in-use 2 3g.20gb 1g.5gb)
  run(2 "GPU 0 [(]NVIDIA A100-SXM4-40GB[)] is not in MIG mode" transition --from-machine --gpu 0 3g.20gb)
  run(2 "there is no GPU 7: this machine has 2" transition --from-machine --gpu 7 3g.20gb)
  set(ENV{FAKE_NVML_SCENARIO} ${SCENARIOS}/a100_layouts.json)
  run(2 "7 GPUs are in MIG mode: say which with --gpu" transition --from-machine 3g.20gb)
  run(2 "may have instances that are not listed: .*listing all takes root" transition --from-machine --gpu 3 3g.20gb)
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
run(2 "a command is missing: list, show, plan, probe, stats, provision, transition, request, cluster, check, flyte\n")
run(2 "a command is missing" --json)
foreach(command IN ITEMS list show plan probe stats provision transition request cluster check flyte)
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
  complete("plan probe provision" p)
  complete("stats" st)
  complete("A100 A100_80GB A100_80GB_PCIE" show A100)
  complete("3g.20gb" plan A100 3)
  complete("3g.20gb 3c.7g.40gb" show A100 3)
  complete("2g.10gb" plan A100 3g.20gb 2)
  complete("--json" list --j)
  complete("--watch" stats --w)
  complete("mig-parted" provision m)
  complete("A30" provision slurm A3)
  complete("3g.20gb" provision mig-parted A100 3)
  complete("--name --node" provision --n)
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
foreach(text IN ITEMS list show plan probe stats provision transition flyte --fleet --on --from-machine --gpu --device --from --in-use --without-starts --by-name --filter --name --node --short-names --slurm-22.05 --json --names --time-limit --watch --times --version --help)
  string(FIND "${page}" "${text}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the manual page does not mention ${text}")
  endif()
endforeach()

# ---- what systems are asked for, and whether a cluster has it
set(lab ${SOURCE}/../example/cluster/lab.json)
run(0 "^apiVersion: v1\nkind: Pod\n.*  name: clean\n.*gpu.product: NVIDIA-A100-PCIE-40GB\n.*cpu: \"4\"\n.*memory: 8Gi\n.*mig-2g.10gb: \"2\"\n$"
    request kubernetes-mixed A100 2g.10gb --count 2 --cpus 4 --memory 8Gi --name clean --set "product=NVIDIA A100-PCIE-40GB")
run(0 "^apiVersion: v1\nkind: Service\n.*---\napiVersion: batch/v1\nkind: Job\n.*completionMode: Indexed\n  completions: 4\n" request gke V5E 4x4)
run(0 "" request gke V5E 4x4 --json)
value(4 limits google.com/tpu)
run(0 "^--gres=gpu:nvidia_a100_7g.39gb:1\n$" request slurm-22.05 A100 7g.40gb)
run(0 "^--gres=gpu:1 --constraint=\"h100\\|a100\"\n$" request slurm H100_80GB --or A100)
run(0 "^--gres=gpu:nvidia_a100_2g.10gb:1,gpu:nvidia_a100_1g.5gb:1\n$" request slurm A100 2g.10gb --and "A100 1g.5gb")
run(0 "^#!/bin/bash\n.*#SBATCH --partition=gpu\n#SBATCH --gres=gpu:a100_2g:1\nsrun --gres=gpu:a100_2g:1 './run' 'it'\n$"
    request ${lab}:mig A100 2g.10gb --script --command ./run --command it)
run(0 "^apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\n.*profile == '2g.10gb'.*---\napiVersion: v1\nkind: Pod\n" request dra A100 2g.10gb)
run(0 "" request dra H100_80GB --or A100_80GB --json)
value(h100 requests 0 firstAvailable 0 name)
run(0 "^{\"num_gpus\":1,\"accelerator_type\":\"T4\"}\n$" request ray T4)
run(0 "^request_gpus = 1\nrequire_gpus = DeviceName == \"NVIDIA A100-SXM4-40GB MIG 2g.10gb\"\n$" request htcondor A100 2g.10gb)
run(0 "^bsub -gpu \"num=1:mig=3/1\"\n$" request lsf A100 1c.3g.20gb)
run(2 "A100 2g.10gb from skypilot: " request skypilot A100 2g.10gb)
run(0 "^shared: kubernetes-mixed, 4 nodes, each with\n  2 x A100 3g.20gb\n  2 x A100 2g.10gb\n  4 x A100 1g.5gb\ntrain: gke, 2 nodes" cluster ${lab})
run(0 "" cluster ${lab} --json)
value(8 1 node H100_80GB)
run(0 "^detect: served by shared, mig\ntrain: served by train\nall run at the same time\n$" check ${lab} ${SOURCE}/../example/cluster/tasks.json)
function(write name text)
  set(${name} ${CMAKE_CURRENT_BINARY_DIR}/check_program_${name}.json PARENT_SCOPE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/check_program_${name}.json "${text}")
endfunction()
write(tasks [=[[{"name": "big", "accelerators": ["A100 7g.40gb"]}, {"name": "many", "accelerators": ["A100 2g.10gb"], "replicas": 11}]]=])
run(1 "^big: no pool serves it\n  shared: has the device, and no part of it that is partitioned so\n  train: has no such device\n" check ${lab} ${tasks})
write(tasks [=[[{"name": "many", "accelerators": ["A100 2g.10gb"], "replicas": 11}]]=])
run(1 "they do not fit on the cluster at the same time\n$" check ${lab} ${tasks})
# Counts as nvidia-mig-parted has them, which its own check takes.
write(counts [=[{"pools": [{"name": "x", "flavour": "kubernetes-mixed", "gpus": [{"device": "A100", "mig-devices": {"1g.5gb": 2, "2g.10gb": 1, "3g.20gb": 1}, "count": 2}]}]}]=])
run(0 "^x: kubernetes-mixed, 1 node with\n  4 x A100 1g.5gb\n  2 x A100 2g.10gb\n  2 x A100 3g.20gb\n$" cluster ${counts})
write(tasks [=[[{"name": "small", "accelerators": ["A100 1g.5gb"]}]]=])
run(0 "^small: served by x\nall run at the same time\n$" check ${counts} ${tasks})
write(counts [=[{"pools": [{"name": "x", "flavour": "kubernetes-mixed", "gpus": [{"device": "A100", "mig-devices": {"4g.20gb": 2}}]}]}]=])
run(2 "pool 1 \"x\": A100: 4g.20gb does not fit beside 4g.20gb" check ${counts} ${tasks})
write(counts [=[{"pools": [{"name": "x", "flavour": "kubernetes-mixed", "gpus": [{"device": "A100", "mig-devices": {"1g.5gb": 0}}]}]}]=])
run(2 "\"1g.5gb\" must be a number from 1 to 100000" check ${counts} ${tasks})
# A selector that another board meets as well.
write(boards [=[{"pools": [{"name": "older", "flavour": "kubernetes-mixed", "gpus": [{"device": "A100_80GB", "layout": ["1g.10gb"]}], "settings": {"product-label": "false"}}, {"name": "newer", "flavour": "kubernetes-mixed", "gpus": [{"device": "H100_80GB", "layout": ["1g.10gb"]}]}]}]=])
write(tasks [=[[{"name": "small", "accelerators": ["A100_80GB 1g.10gb"]}]]=])
run(1 "^small: served by older\n  its request to older would also be met by H100_80GB 1g.10gb of newer\nall run at the same time\n$" check ${boards} ${tasks})
run(1 "" check ${boards} ${tasks} --json)
value(newer tasks 0 also_met_by 0 of)
run(2 "lab.json: is no array of tasks; valid is what a program of tasks prints with \"list --json\"" check ${lab} ${lab})
run(2 "A100 4g.20gb from gke: GKE's device plugin does not know the 4g size" request gke A100 4g.20gb)
run(2 "\"gka\" is no flavour of a pool; the nearest is gke; there are kubernetes-mixed" request gka A100)
run(2 "\"colour\" is no setting of this flavour; there are accelerator" request gke A100 --set colour=red)
run(2 "--set red: valid is NAME=VALUE" request gke A100 --set red)
run(2 "product-label=2: valid are true and false" request kubernetes-mixed A100 --set product-label=2)
run(2 "--memory 8: valid is a number and a unit, as 8Gi" request gke A100 --memory 8)
run(2 "A100 1g.5gb from shared: each node of this pool has fewer" request ${lab}:shared A100 1g.5gb --count 5)
run(2 "there is no pool \"none\"; there are shared, train, mig" request ${lab}:none A100)
run(2 "absent.json: cannot be read" cluster absent.json)
write(broken [[{"pools": [{"name": "x"}]}]])
run(2 "pool 1 \"x\": \"flavour\" is missing" cluster ${broken})
write(broken [[{"pools": [{"name": "x", "flavour": "gke", "gpus": [{"device": "A100", "layout": ["4g.20gb", "4g.20gb"]}]}]}]])
run(2 "pool 1 \"x\": A100: 4g.20gb does not fit beside 4g.20gb" cluster ${broken})
write(broken [[{"pools": [{"name": "x", "flavour": "gke", "nodes": 0, "gpus": []}]}]])
run(2 "\"nodes\" must be a number from 1 to 100000" cluster ${broken})
write(broken [[{"pools": [{"name": "x", "flavour": "gke", "color": 1, "gpus": []}]}]])
run(2 "\"color\" is not known here; there are name, flavour, nodes, gpus, settings" cluster ${broken})

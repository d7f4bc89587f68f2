# SPDX-License-Identifier: BSL-1.0
# cmake -DPROGRAM=sum_of_squares -P check.cmake: the XPU by name, from the command line and the environment.
cmake_minimum_required(VERSION 3.23)
foreach(variable IN ITEMS ALLOTYPE_ACCELERATOR ALLOTYPE_DEVICES ALLOTYPE_STRATEGY ALLOTYPE_PRECISION
                         ALLOTYPE_NUM_NODES ALLOTYPE_PROCESS_GROUP_BACKEND ACME_XPU_DEVICES)
  unset(ENV{${variable}})
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/../run.cmake)

run(0 "^84 on XPU 0\n56 on XPU 1\n140\n$" --accelerator xpu --devices 2)
run(0 "^140 on XPU 3\n140\n$" --accelerator=XPU --devices=3,)
run(0 "^84 on XPU 2\n56 on XPU 0\n140\n$" --devices 2,0)
run(0 "on XPU 3\n140\n$")
run(0 "\n333833500\n$" --accelerator xpu 1000)
run(0 "^140 on (serial|OpenMP[^\n]*)\n140\n$" --accelerator cpu)
run(0 "^84 on [^\n]*\n56 on [^\n]*\n140\n$" --accelerator cpu --devices 2)
run(0 "^84 on XPU 0\n56 on XPU 1\n140\n$" --devices 2 --strategy dp --precision 64-true)
run(0 "memory_total_bytes,temperature_celsius\n17179869184,\n" --accelerator xpu --devices 1 --stats)
run(0 "cpu reports no statistics" --accelerator cpu --stats)
run(0 "cpu +the processor[^\n]*any number[^\n]*\nxpu +XPU of ACME[^\n]*4 devices\n$" --list)

run(2 "devices \"5\": there are not 5 of them; valid: [^\n]*this machine has 4 XPUs" --accelerator xpu --devices 5)
run(2 "no accelerator is registered as \"xup\"; the nearest is xpu; there are auto, cpu, xpu" --accelerator xup)
run(2 "strategy fsdp, precision 32-true: fsdp runs on CUDA GPUs alone" --accelerator xpu --strategy fsdp)
run(2 "precision bf16-mixed: this accelerator does not state" --accelerator xpu --precision bf16-mixed)
run(2 "--strategy: strategy \"dpp\" is not known; the nearest is \"dp\"" --strategy dpp)
run(2 "--devices lacks its value" --devices)
run(2 "--devices is said twice" --devices 1 --devices 2)
run(2 "many is no number" many)

set(ENV{ALLOTYPE_ACCELERATOR} xpu)
set(ENV{ALLOTYPE_DEVICES} 1,2)
run(0 "^84 on XPU 1\n56 on XPU 2\n140\n$")
run(0 "^140 on XPU 0\n140\n$" --devices 1)
set(ENV{ALLOTYPE_ACCELERATOR} nothing)
run(2 "ALLOTYPE_ACCELERATOR: no accelerator is registered as \"nothing\"")
unset(ENV{ALLOTYPE_ACCELERATOR})
unset(ENV{ALLOTYPE_DEVICES})

# Without an XPU nothing runs on the CPU that did not name it.
set(ENV{ACME_XPU_DEVICES} 0)
run(2 "accelerator \"auto\" .from the program.: xpu: the driver has 0 XPUs. Available here: cpu")
run(2 "from --accelerator.: xpu: the driver has 0 XPUs" --accelerator xpu)
run(0 "^not on xpu: the driver has 0 XPUs\n140 on [^\n]*\n140\n$" --accelerator auto,cpu)
run(0 "xpu +XPU of ACME[^\n]*not available: the driver has 0 XPUs" --list)

// SPDX-License-Identifier: BSL-1.0
/// \file
/// Work on an accelerator: queue, buffer, view and the verbs, with the backends that this compiler reads.
#pragma once

#include <allotype/dispatch/element.hpp>  // by the shortest way: compilers print it before the errors of element.hpp

#include <allotype/dispatch/atomic.hpp>
#include <allotype/dispatch/atomic_in_queue.hpp>
#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/borrowed_memory.hpp>
#include <allotype/dispatch/box.hpp>
#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/called.hpp>
#include <allotype/dispatch/constant_table.hpp>
#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/copy_async.hpp>
#include <allotype/dispatch/copy_if.hpp>
#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/extents.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/dispatch/layout.hpp>
#include <allotype/dispatch/min_element.hpp>
#include <allotype/dispatch/opened.hpp>
#include <allotype/dispatch/philox.hpp>
#include <allotype/dispatch/pinned.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/dispatch/scan.hpp>
#include <allotype/dispatch/schedule.hpp>
#include <allotype/dispatch/shared.hpp>
#include <allotype/dispatch/transfer.hpp>
#include <allotype/dispatch/unified_buffer.hpp>
#include <allotype/dispatch/view.hpp>

#include <allotype/backend/cpu/copy_if.hpp>
#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/backend/cpu/launch.hpp>
#include <allotype/backend/cpu/memory.hpp>
#include <allotype/backend/cpu/queue.hpp>
#include <allotype/backend/cpu/reduce.hpp>
#include <allotype/backend/cpu/scan.hpp>
#ifdef __CUDACC__
#  include <allotype/backend/cuda/copy_if.hpp>
#  include <allotype/backend/cuda/event.hpp>
#  include <allotype/backend/cuda/for_each.hpp>
#  include <allotype/backend/cuda/launch.hpp>
#  include <allotype/backend/cuda/memory.hpp>
#  include <allotype/backend/cuda/queue.hpp>
#  include <allotype/backend/cuda/range.hpp>
#  include <allotype/backend/cuda/reduce.hpp>
#  include <allotype/backend/cuda/scan.hpp>
#endif

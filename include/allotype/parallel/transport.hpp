// SPDX-License-Identifier: BSL-1.0
/// \file
/// How ranks reach one another: threads, collectives, the environments of clusters. Transports that need another
/// library have headers of their own: `allotype/parallel/over_mpi.hpp`, `over_nccl.hpp`, `over_sockets.hpp`.
#pragma once

#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/rank_error.hpp>
#include <allotype/parallel/transport/thread_communicator.hpp>
#include <allotype/parallel/transport/transport.hpp>

# SPDX-License-Identifier: BSL-1.0
# Rewrites a program for allotype 0.2, once:   sed -E -i -f packaging/from_0.2.sed FILE...

# Headers of the libraries beside the core. In 0.2 <allotype/plan.hpp> had what fits on a fleet, too.
s#<allotype/cluster/provision\.hpp>#<allotype/cluster/pools/setup.hpp>#
s/^(#include <allotype)\/plan\.hpp>/&\n\1\/cluster\/fleet.hpp>/
s#<allotype/(request|provision)(/|\.hpp>)#<allotype/cluster/\1\2#
s#<allotype/cluster/(agreement|pool)\.hpp>#<allotype/cluster/pools/\1.hpp>#
s#<allotype/plan/(arrival|fleet|pack|planned_arrivals)\.hpp>#<allotype/cluster/fleet/\1.hpp>#
s#<allotype/(registry|statistics|training)(/|\.hpp>)#<allotype/parallel/\1\2#
s#<allotype/parallel/(cluster_environment|collectives|mpi_communicator|rank_error|thread_communicator|transport)\.hpp>#<allotype/parallel/transport/\1.hpp>#
s#<allotype/parallel/(check_accelerator|compatibility|execution|executor|executor_options|life_cycle|make_executor|named_parts|precision|strategy)\.hpp>#<allotype/parallel/executor/\1.hpp>#
s#<allotype/core/block\.hpp>#<allotype/plan/block.hpp>#
s#<allotype/core/opened\.hpp>#<allotype/dispatch/opened.hpp>#

# Texts.
s/\b(at|allotype)::text\b/\1::fixed_text/g
s/\b(at|allotype)::message</\1::fixed_text</g

# Limits.
s/(::|\.)most_([a-z])/\1max_\2/g

# Questions.
s/\bcan_smallest\b/has_smallest/g

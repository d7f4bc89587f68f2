// SPDX-License-Identifier: BSL-1.0
#include "share_a_gpu_services.hpp"

#ifdef _OPENMP
#  error "this file is to be compiled without OpenMP"
#endif

services_on_cpu services_serially() { return services_of_this_file(); }

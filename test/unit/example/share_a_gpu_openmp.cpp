// SPDX-License-Identifier: BSL-1.0
#include "share_a_gpu_services.hpp"

services_on_cpu services_with_openmp() { return services_of_this_file(); }

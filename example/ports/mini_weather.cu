// SPDX-License-Identifier: BSL-1.0
#include "mini_weather.hpp"

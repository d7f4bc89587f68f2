// SPDX-License-Identifier: BSL-1.0
#include "needleman_wunsch.hpp"

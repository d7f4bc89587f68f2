// SPDX-License-Identifier: BSL-1.0
#include "two_compilers.hpp"

two_compilers::report two_compilers::as_cu() { return run(); }

// SPDX-License-Identifier: BSL-1.0
// A dataset in a format whose files nobody knows.
// expect: dataset<"format">: the formats are csv and parquet
#include <allotype/program.hpp>
namespace at = allotype;

#ifdef TWIN
at::dataset<"csv"> table;
#else
at::dataset<"avro"> table;  // here
#endif

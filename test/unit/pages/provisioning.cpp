// SPDX-License-Identifier: BSL-1.0
// The code of doc/provisioning.md says and does what the page says.
#include "provisioning.md.hpp"

#include <cstring>

int main() {
  print();
  label();
  amd();
  slurm();
  commands();
  plan_while_running();
  bool const right = std::strcmp(on_gpu_3, "nvidia-smi mig -i 3 -cgi 3g.20gb:4,2g.10gb:0,1g.5gb:2,1g.5gb:3 -C") == 0 &&
                     std::strcmp(mig_on, "nvidia-smi -i 0 -mig 1") == 0;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}

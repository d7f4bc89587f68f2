# SPDX-License-Identifier: BSL-1.0
"""The flytekit side of doc/coming_from_flytekit.md, as it is written without this library."""

# [accelerators]
from flytekit.extras.accelerators import A100, V5E, GPUAccelerator

slice = A100.partition_2g_10gb
whole = A100.unpartitioned
left_open = A100
tpu = V5E.slice_2x2
other = GPUAccelerator("acme-x1")
# [accelerators]

# [task]
from typing import NamedTuple, Optional

from flytekit import Resources, task
from flytekit.types.file import FlyteFile

Norm = NamedTuple("Norm", norm=float, count=int)

wanted = Resources(cpu="4", mem="8Gi", gpu="1")


@task(accelerator=A100.partition_2g_10gb,
      requests=wanted, limits=wanted)
def norm(numbers: FlyteFile, scale: Optional[float]) -> Norm:
    factor = 1.0 if scale is None else scale
    with open(numbers) as file:
        values = [float(word) for word in file.read().split()]
    square = sum((factor * value) ** 2 for value in values)
    return Norm(square ** 0.5, len(values))
# [task]

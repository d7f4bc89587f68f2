# SPDX-License-Identifier: BSL-1.0
"""Has Ray schedule by the dictionaries that ALLOTYPE prints.   python3 ray_tasks.py ALLOTYPE [own_network]

One node has a whole T4, and one 2g.10gb of an A100, each with the resource that its worker states. A task gets the node's device
that its type names; a second one for the same waits; what the node does not have is never placed.
"""
import fcntl
import json
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import checks

import ray

SECONDS = 120  # at most; a machine may be busy


def switch_loopback_on():
    """A new network namespace has it, switched off."""
    SIOCSIFFLAGS, IFF_UP_RUNNING = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", IFF_UP_RUNNING))


def request(program, *accelerator):
    return json.loads(subprocess.run([program, "request", "ray", *accelerator], check=True, capture_output=True, text=True).stdout)


def main():
    program = sys.argv[1]
    if "own_network" in sys.argv:
        switch_loopback_on()
    found = checks.Checks()
    folder = tempfile.mkdtemp(prefix="ray-")  # Ray's sockets have long names
    slice_resource = next(iter(request(program, "A100", "2g.10gb")["resources"]))
    ray.init(num_cpus=4, num_gpus=2, resources={slice_resource: 1, "accelerator_type:T4": 1}, include_dashboard=False,
             _node_ip_address="127.0.0.1", _temp_dir=folder, object_store_memory=80 * 2**20, log_to_driver=False)
    try:
        release = pathlib.Path(folder) / "release"

        @ray.remote(num_cpus=0)
        def hold():
            while not release.exists():
                time.sleep(0.05)
            return len(ray.get_gpu_ids())

        first, second, whole, absent = (hold.options(**request(program, *each)).remote()
                                        for each in (("A100", "2g.10gb"), ("A100", "2g.10gb"), ("T4",), ("H100_80GB",)))

        def left():
            return ray.available_resources()

        checks.until(lambda: slice_resource not in left() and "GPU" not in left(), SECONDS)
        found.require(slice_resource not in left(), "the only slice is taken", left())
        found.require("GPU" not in left(), "and with the T4 both GPUs", left())
        release.touch()
        done, _ = ray.wait([first, second, whole], num_returns=3, timeout=SECONDS)
        found.require(len(done) == 3, "the second gets the slice when the first has ended", done)
        found.require(ray.get(done) == [1, 1, 1], "each has one GPU")
        done, waits = ray.wait([absent], timeout=1)
        found.require(done == [] and waits == [absent], "a task for an H100 is never placed", done)
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

# SPDX-License-Identifier: BSL-1.0
"""What the program allotype prints for Slurm."""

import re
import subprocess


def printed(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def features_of_a_node(program, *setup):
    """The node's features as slurm.conf has them."""
    text = printed(program, "provision", "slurm", *setup, "--node", "gpus")
    return re.search(r"^NodeName=gpus gres=.* (Feature=.*)$", text, re.MULTILINE)[1]


def gpus_of_a_node(program, *setup):
    """The node's GPUs as slurm.conf has them, (type, how many) each; and gres.conf."""
    text = printed(program, "provision", "slurm", *setup, "--node", "gpus")
    node = re.search(r"^NodeName=gpus gres=(.*?) Feature=", text, re.MULTILINE)[1]
    gpus = tuple((kind, int(count)) for kind, count in re.findall(r"gpu:([^:,]+):(\d+)", node))
    return gpus, text.partition("# gres.conf\n")[2]

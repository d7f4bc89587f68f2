# SPDX-License-Identifier: BSL-1.0
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Allotype(CMakePackage):
    """Accelerators (GPUs, TPUs, CPUs) and their partitions as C++20 types: what does not fit does not compile, tasks run on
    the CPU or through CUDA, and the same types print what a scheduler is asked for. Headers; the variant program adds compiled libraries."""

    homepage = "@HOMEPAGE@"
    url = "@URL@"

    license("BSL-1.0")

    version("@VERSION@", sha256="@SHA256@")

    variant("json", default=False, description="The target allotype::json")
    variant("program", default=False, description="The compiled libraries: programs made of tasks, ranks over sockets")
    variant("tools", default=False, when="+program", description="The program allotype: the catalogue, layouts, requests and setups")
    variant("shared", default=False, when="+program", description="Shared libraries instead of static ones")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("boost@1.74:")
    depends_on("nlohmann-json@3.9:", when="+json")
    depends_on("nlohmann-json@3.9:", when="+program", type="build")
    depends_on("cli11@2.1:", when="+program", type="build")
    depends_on("yaml-cpp@0.6:", when="+tools")

    conflicts("%gcc@:11", msg="allotype needs g++ 12 or newer")
    conflicts("%clang@:16", msg="allotype needs clang 17 or newer")

    def cmake_args(self):
        # Which optional targets of headers a consumer has is for the installed configuration file to find out.
        if not self.spec.satisfies("+program"):
            return [self.define("ALLOTYPE_COMPONENTS", "")]
        return [
            self.define("ALLOTYPE_COMPONENTS", "program"),
            self.define_from_variant("ALLOTYPE_BUILD_PROGRAM", "tools"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
        ]

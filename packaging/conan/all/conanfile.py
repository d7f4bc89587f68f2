# SPDX-License-Identifier: BSL-1.0
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, get
from conan.tools.layout import basic_layout
from conan.tools.scm import Version

required_conan_version = ">=2.1"


class AllotypeConan(ConanFile):
    name = "allotype"
    description = "Accelerators and their partitions as C++20 types"
    license = "BSL-1.0"
    url = "https://github.com/conan-io/conan-center-index"
    homepage = "@HOMEPAGE@"
    topics = ("gpu", "cuda", "mig", "metaprogramming", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    # tools: the program allotype.
    options = {"tools": [True, False]}
    default_options = {"tools": False}
    no_copy_source = True

    @property
    def _min_compiler_version(self):
        return {"gcc": "12", "clang": "17"}

    def layout(self):
        basic_layout(self, src_folder="src")

    def requirements(self):
        self.requires("boost/1.86.0", transitive_headers=True, libs=False)
        if self.options.tools:
            self.requires("cli11/2.4.2", visible=False)
            self.requires("nlohmann_json/3.11.3", visible=False)
            self.requires("yaml-cpp/0.8.0", visible=False)

    def package_id(self):
        if not self.info.options.tools:
            self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)
        least = self._min_compiler_version.get(str(self.settings.compiler))
        if least and Version(self.settings.compiler.version) < least:
            raise ConanInvalidConfiguration(f"{self.ref} needs {self.settings.compiler} {least} or newer")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        if not self.options.tools:
            return
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ALLOTYPE_BUILD_PROGRAM"] = True
        toolchain.cache_variables["ALLOTYPE_COMPONENTS"] = "program"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        if self.options.tools:
            cmake = CMake(self)
            cmake.configure()
            cmake.build(target="allotype_program")

    def package(self):
        if self.options.tools:
            CMake(self).install(component="program")
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = ["bin"] if self.options.tools else []
        self.cpp_info.libdirs = []
        if self.settings.os in ("Linux", "FreeBSD"):
            # What asks the machine uses threads and dlopen, which older C libraries keep in libraries of their own.
            self.cpp_info.system_libs = ["dl", "pthread"]

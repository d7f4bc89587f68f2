# SPDX-License-Identifier: BSL-1.0
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import valid_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version

required_conan_version = ">=2.9"


class Allotype(ConanFile):
    name = "allotype"
    description = "Accelerators and their partitions as C++20 types"
    license = "BSL-1.0"
    topics = ("header-only", "gpu", "cuda", "mig", "metaprogramming")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    # Boost's headers: those that CMake finds where the program is built, or Conan's package.
    options = {"system_boost": [True, False]}
    default_options = {"system_boost": True, "boost/*:header_only": True}
    exports_sources = "CMakeLists.txt", "cmake/*", "include/*", "LICENSE"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include", "allotype", "version.hpp"))
        self.version = ".".join(re.findall(r"^#define ALLOTYPE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.MULTILINE))

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if not self.options.system_boost:
            self.requires("boost/[>=1.74 <2]", transitive_headers=True, libs=False)

    def validate(self):
        # No refusal: nothing is compiled here, CMake's targets ask for C++20 themselves, and the headers say so elsewhere.
        if not valid_min_cppstd(self, 20):
            self.output.warning(f"the profile says compiler.cppstd={self.settings.compiler.cppstd}. allotype needs C++20: "
                                "its CMake targets ask for it; other build systems need compiler.cppstd=20")
        least = {"gcc": "12", "clang": "17"}.get(str(self.settings.compiler))
        if least and Version(self.settings.compiler.version) < least:
            raise ConanInvalidConfiguration(f"{self.ref} needs {self.settings.compiler} {least} or newer")

    def package_id(self):
        self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        # Which of them a consumer has is for the installed configuration file to find out.
        toolchain.cache_variables["ALLOTYPE_COMPONENTS"] = ""
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        CMake(self).configure()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # Consumers use the library's own configuration file, so that targets and components are the same everywhere.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "allotype")]
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []

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
    topics = ("gpu", "cuda", "mig", "metaprogramming")
    settings = "os", "arch", "compiler", "build_type"
    # Boost's headers: those that CMake finds where the program is built, or Conan's package.
    # program: the compiled libraries allotype::program, allotype::pools and allotype::sockets, too; shared and fPIC are about them.
    # tools: these libraries and the program allotype.
    options = {"system_boost": [True, False], "program": [True, False], "tools": [True, False], "shared": [True, False],
               "fPIC": [True, False]}
    default_options = {"system_boost": True, "program": False, "tools": False, "shared": False, "fPIC": True,
                       "boost/*:header_only": True}
    exports_sources = "CMakeLists.txt", "cmake/*", "include/*", "src/*", "tools/*", "example/whole_file.*", "LICENSE"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include", "allotype", "version.hpp"))
        self.version = ".".join(re.findall(r"^#define ALLOTYPE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.MULTILINE))

    @staticmethod
    def _has_libraries(options):
        return options.program or options.tools

    def configure(self):
        if self._has_libraries(self.options):
            self.package_type = "shared-library" if self.options.shared else "static-library"
        else:
            self.package_type = "header-library"
            self.options.rm_safe("shared")
        if self.options.get_safe("shared", True):
            self.options.rm_safe("fPIC")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if not self.options.system_boost:
            self.requires("boost/[>=1.74 <2]", transitive_headers=True, libs=False)
        if self._has_libraries(self.options):
            self.requires("cli11/[>=2.1 <3]", visible=False)
            self.requires("nlohmann_json/[>=3.9 <4]", visible=False)
        if self.options.tools:
            self.requires("yaml-cpp/[>=0.6 <1]", visible=False)

    def validate(self):
        # No refusal: CMake's targets ask for C++20 themselves, and the headers say so elsewhere.
        if not valid_min_cppstd(self, 20):
            self.output.warning(f"the profile says compiler.cppstd={self.settings.compiler.cppstd}. allotype needs C++20: "
                                "its CMake targets ask for it; other build systems need compiler.cppstd=20")
        least = {"gcc": "12", "clang": "17"}.get(str(self.settings.compiler))
        if least and Version(self.settings.compiler.version) < least:
            raise ConanInvalidConfiguration(f"{self.ref} needs {self.settings.compiler} {least} or newer")

    def package_id(self):
        if not self._has_libraries(self.info.options):
            self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        # Which targets of headers a consumer has is for the installed configuration file to find out.
        toolchain.cache_variables["ALLOTYPE_COMPONENTS"] = "program" if self._has_libraries(self.options) else ""
        toolchain.cache_variables["ALLOTYPE_BUILD_PROGRAM"] = bool(self.options.tools)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        if self._has_libraries(self.options):
            cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # Consumers use the library's own configuration file, so that targets and components are the same everywhere.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "allotype")]
        bindirs = ["bin"] if self.options.tools else []
        self.cpp_info.bindirs = bindirs
        self.cpp_info.libdirs = []
        if not self._has_libraries(self.options):
            return
        # For those who take Conan's own files. Where there are components, they have the folders.
        self.cpp_info.components["headers"].builddirs = self.cpp_info.builddirs
        self.cpp_info.components["headers"].bindirs = bindirs
        self.cpp_info.components["headers"].libdirs = []
        self.cpp_info.components["pools"].libs = ["allotype-pools"]
        self.cpp_info.components["pools"].requires = ["headers"]
        self.cpp_info.components["program"].libs = ["allotype-program"]
        self.cpp_info.components["program"].requires = ["headers", "pools"]
        self.cpp_info.components["program"].system_libs = ["dl", "pthread"]
        self.cpp_info.components["sockets"].libs = ["allotype-sockets"]
        self.cpp_info.components["sockets"].requires = ["headers"]
        self.cpp_info.components["sockets"].system_libs = ["dl", "pthread"]

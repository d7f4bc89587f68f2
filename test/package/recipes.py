#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks recipes whose tools are not to be had here.   recipes.py spack RELEASE PREFIX [VARIANT...]
                                                            recipes.py conan RELEASE

spack   the recipe is loaded with a stand-in for what it imports of Spack; its directives are checked, and what it says is done:
        the archive is loaded, compared with its checksum, configured, with the variants built, and installed in PREFIX; with the
        variant tools the program is there, with its manual page and completions, and runs
conan   config.yml and conandata.yml have ConanCenter's form, and the recipe keeps rules that pylint does not know
"""
import ast
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import types
import urllib.request

FAULTS = []


def expect(right, fault):
    if not right:
        FAULTS.append(fault)


# ---- Spack -------------------------------------------------------------------------------------------------------

SPEC = re.compile(r"[a-z0-9-]*(@[\w.]*:?[\w.]*)?([+~]\w+)*")
COMPILER = re.compile(r"%(gcc|clang)@[\d.]*:[\d.]*")


def load_spack(path):
    """The class of the recipe, and what its directives were called with."""
    said = {name: [] for name in ("version", "variant", "depends_on", "conflicts", "license", "maintainers")}

    def directive(name):
        return lambda *arguments, **options: said[name].append((arguments, options))

    class Spec:
        """A package as a user asked for it, by its variants that are on."""

        def __init__(self, *on):
            self.on = on

        def satisfies(self, variant):
            return variant.removeprefix("+") in self.on

    class CMakePackage:
        def __init__(self, *on):
            self.spec = Spec(*on)

        def define_from_variant(self, name, variant):
            return self.define(name, "ON" if variant in self.spec.on else "OFF")

        @staticmethod
        def define(name, value):
            return f"-D{name}:STRING={value}"

    names = ["spack", "spack.package", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems",
             "spack_repo.builtin.build_systems.cmake"]
    for name in names:
        sys.modules[name] = types.ModuleType(name)
    sys.modules[names[-1]].CMakePackage = CMakePackage
    for name in said:
        setattr(sys.modules["spack.package"], name, directive(name))
    recipe = {"__name__": "package"}
    exec(compile(path.read_text(), str(path), "exec"), recipe)  # the file that the release has
    return recipe["Allotype"], said


def check_spack(release, prefix, *on):
    package, said = load_spack(release / "spack/allotype/package.py")
    expect(package.__doc__ and package.url.endswith(".tar.gz"), "a docstring and an address")
    variants = {arguments[0] for arguments, options in said["variant"] if options["description"] and options["default"] in (True, False)}
    for arguments, options in said["depends_on"]:
        when = options.get("when", "")
        expect(SPEC.fullmatch(arguments[0]) and SPEC.fullmatch(when), f"no spec: {arguments} {options}")
        expect(set(re.findall(r"[+~](\w+)", when)) <= variants, f"no variant of that name: {when}")
        expect(set(options) <= {"when", "type"}, f"depends_on knows no {options}")
    expect((("cxx",), {"type": "build"}) in said["depends_on"], "a package in C++ depends on a compiler for it")
    expect(all(COMPILER.fullmatch(arguments[0]) and options["msg"] for arguments, options in said["conflicts"]), "conflicts with compilers")
    expect([arguments for arguments, _ in said["license"]] == [("BSL-1.0",)], "one licence")
    expect(package("program", "shared").cmake_args() == ["-DALLOTYPE_COMPONENTS:STRING=program", "-DALLOTYPE_BUILD_PROGRAM:STRING=OFF",
                                                         "-DBUILD_SHARED_LIBS:STRING=ON"],
           "the variant program builds its libraries, shared if asked")
    (version,), checksum = said["version"][0]
    expect(len(said["version"]) == 1 and version in package.url, f"the version's address: {package.url}")
    # A place of its own, and a tree in build/ of the sources: ccache finds there what another one compiled.
    place = pathlib.Path(f"{prefix}_from")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    with urllib.request.urlopen(package.url) as archive:
        content = archive.read()
    expect(hashlib.sha256(content).hexdigest() == checksum["sha256"], "the archive is not the one of the checksum")
    (place / "archive").write_bytes(content)
    subprocess.run(["tar", "-xzf", place / "archive", "-C", place], check=True)
    source = place / f"allotype-{version}"
    tree = source / "build/tree"
    subprocess.run(["cmake", "-S", source, "-B", tree, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-GNinja", *package(*on).cmake_args()], check=True)
    if on:
        subprocess.run(["cmake", "--build", tree], check=True)
    subprocess.run(["cmake", "--install", tree], check=True)
    if "tools" in on:
        listed = subprocess.run([prefix / "bin/allotype", "layouts", "A100"], check=True, capture_output=True, text=True).stdout
        expect("layouts of" in listed, f"the program lists no layouts: {listed}")
        for path in ("share/man/man1/allotype.1", "share/bash-completion/completions/allotype"):
            expect((prefix / path).is_file(), f"the program comes without {path}")


# ---- ConanCenter -------------------------------------------------------------------------------------------------

def check_conan(release):
    import yaml  # comes with Conan
    folder = release / "conan"
    versions = yaml.safe_load((folder / "config.yml").read_text())
    sources = yaml.safe_load((folder / "all/conandata.yml").read_text())
    expect(list(versions) == ["versions"] and list(sources) == ["sources"], f"other keys: {list(versions)} {list(sources)}")
    expect(list(versions["versions"]) == list(sources["sources"]), "the same versions in both files")
    for version, where in versions["versions"].items():
        expect(where == {"folder": "all"} and isinstance(version, str), f"{version}: {where}")
        expect(set(sources["sources"][version]) == {"url", "sha256"}, f"{version}: an address and a checksum")
    module = ast.parse((folder / "all/conanfile.py").read_text())
    recipe = next(each for each in module.body if isinstance(each, ast.ClassDef))
    stated = {each.targets[0].id: each.value for each in recipe.body if isinstance(each, ast.Assign)}
    methods = {each.name for each in recipe.body if isinstance(each, ast.FunctionDef)}
    for name in ("name", "description", "license", "url", "topics", "package_type", "settings"):
        expect(name in stated, f"the recipe states no {name}")
    expect("version" not in stated and "set_version" not in methods, "ConanCenter's recipes take their version from config.yml")
    expect({"layout", "package_id", "validate", "source", "package", "package_info"} <= methods, f"methods: {methods}")
    expect(not any(isinstance(each, ast.Attribute) and each.attr in ("test_requires", "tool_requires") for each in ast.walk(module)),
           "a recipe for headers needs no tools and runs no tests")
    test = ast.parse((folder / "all/test_package/conanfile.py").read_text())
    tested = next(each for each in test.body if isinstance(each, ast.ClassDef))
    expect(not any(isinstance(each, ast.Assign) and each.targets[0].id == "name" for each in tested.body), "the test has no name")


def main():
    check = {"spack": check_spack, "conan": check_conan}[sys.argv[1]]
    check(*map(pathlib.Path, sys.argv[2:4]), *sys.argv[4:])
    if FAULTS:
        sys.exit("\n".join(FAULTS))
    print(f"{sys.argv[1]}: the recipe is as it should be")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""docstrings.py names what has no docstring, and nothing else."""
import os
import subprocess
import sys
import tempfile

DOCSTRINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "docstrings.py")
HEADER = """\
#pragma once
namespace allotype {
namespace detail {
struct hidden {};
}
/// Said once for both.
inline void said(int) {}
inline void said(long) {}
inline void unsaid() {}
/// A box.
class box {
 public:
  explicit box(int);
  static int made();
  bool operator==(box const&) const;
  int size() const;  // no docstring, only a comment
  int depth = 0;     ///< in metres
  int width = 0;
  /// Its height.
  template <class T>
  T height() const;
  template <class T>
  T area() const;

 private:
  int weight() const;
};
// A comment that is no docstring.
enum class colour { red };
/// Carries.
template <class T>
concept carries = sizeof(T) > 1;
template <class T>
concept is_small = sizeof(T) == 1;
}
"""
CATALOGUE = """\
#pragma once
namespace allotype {
/// The base.
template <class Model>
struct device {};
struct T800 : device<T800> {
  static constexpr char name[] = "T800";
  static constexpr int sm_count = 7;
};
struct nameless : device<nameless> {};
}
"""
WITHOUT = ["core/box.hpp:9: unsaid", "core/box.hpp:16: box::size", "core/box.hpp:18: box::width", "core/box.hpp:23: box::area",
           "core/box.hpp:29: colour", "core/box.hpp:34: is_small", "catalog/acme.hpp:10: nameless"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for file, text in (("core/box.hpp", HEADER), ("catalog/acme.hpp", CATALOGUE)):
            path = os.path.join(folder, "include", "allotype", file)
            os.makedirs(os.path.dirname(path))
            with open(path, "w", encoding="utf-8") as opened:
                opened.write(text)
        done = subprocess.run([sys.executable, DOCSTRINGS, "--include", os.path.join(folder, "include")],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    reported = sorted(line.removeprefix("include/allotype/").partition(" has no docstring")[0]
                      for line in done.stdout.splitlines()[:-1])
    print(done.stdout)
    if reported != sorted(WITHOUT) or done.returncode != 1:
        print(f"it ended with {done.returncode}, and should have ended with 1 and named\n" + "\n".join(sorted(WITHOUT)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

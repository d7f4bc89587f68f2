// SPDX-License-Identifier: BSL-1.0
// A shared library with FUNCTION=one or two, or, with -DHAS_MAIN, the program that uses both: it links them, or loads
// the libraries that its arguments name.
#ifdef HAS_MAIN
#  include <dlfcn.h>

#  include <cstdio>
#  include <string>

using function = char const* (*)();
#  ifdef LINKED
extern "C" char const* one();
extern "C" char const* two();
#  endif

static char const* said_by(char const* library, char const* name) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  if (opened == nullptr) return dlerror();
  auto const found = reinterpret_cast<function>(dlsym(opened, name));
  return found == nullptr ? dlerror() : found();
}

int main(int count, char** words) {
#  ifdef LINKED
  (void)count, (void)words;
  std::string const first = one(), second = two();
  (void)&said_by;
#  else
  if (count != 3) return 2;
  bool const turned = std::string(words[1]).find("libtwo") != std::string::npos;
  std::string first = said_by(words[1], turned ? "two" : "one"), second = said_by(words[2], turned ? "one" : "two");
  if (turned) first.swap(second);
#  endif
  std::printf("one: %s\ntwo: %s\n", first.c_str(), second.c_str());
}
#else
#  include <allotype/allotype.hpp>
#  include <string>

namespace at = allotype;

// A library's own names are its own; its templates over the library's are not.
template <class A>
inline std::string described() {
  return to_string(at::queue<A>()).text();
}

extern "C" char const* FUNCTION() {
  static std::string const text = std::string(ALLOTYPE_VERSION_TEXT) + ", " + described<at::cpu>();
  return text.c_str();
}
#endif

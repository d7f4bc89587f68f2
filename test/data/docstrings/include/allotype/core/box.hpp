// SPDX-License-Identifier: BSL-1.0
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

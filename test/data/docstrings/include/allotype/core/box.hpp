// SPDX-License-Identifier: BSL-1.0
#pragma once
namespace allotype {
namespace detail {
struct hidden {
  using type = int;
};
}
/// Said once for both.
inline void said(int) {}
inline void said(long) {}
inline void unsaid() {}
/// A box.
class crate {
 public:
  explicit crate(int);
  static int made();
  bool operator==(crate const&) const;
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
/// Has what is hidden, which `seen` names alone.
struct glass {
  detail::hidden inside;           ///< private
  detail::hidden::type made;       ///< not private: what is meant stands behind
  /// Private.
  void put(detail::hidden const&);
};
/// Carries.
template <class T>
concept carries = sizeof(T) > 1;
template <class T>
concept is_small = sizeof(T) == 1;
}

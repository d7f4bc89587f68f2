// SPDX-License-Identifier: BSL-1.0
/// \file
/// Names as template arguments of aliases, such as `A100::partition<"2g.10gb">`: they are looked up while compiling,
/// and only the position of what was found becomes part of a type. A name that is not known is one error, whose line
/// has the whole sentence; in a concept it is a failed substitution.
#pragma once

#include <allotype/core/detail/sentence.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

#ifdef __NVCC__  // writes texts in template arguments letter by letter
/// No integer, so that a program's own integer is no name.
enum class name_position : int {};

/// A name that `Kind` knows. Structural, and nothing but a position. `Kind` has
///   `find(text)`     the position of what has that name, -1 where nothing has it
///   `refuse(text)`   calls detail::refuse
template <class Kind>
struct asked_name {
  name_position index;

  constexpr asked_name(name_position position) : index(position) {}  // as nvcc writes it for the host's compiler
  template <std::size_t Size>
  consteval asked_name(char const (&requested)[Size]) : index(name_position{Kind::find(requested)}) {
    if (position() < 0) Kind::refuse(requested);
  }
  template <int Capacity>
  consteval asked_name(fixed_text<Capacity> const& requested) : asked_name(requested.characters) {}
  /// A number is looked up as it is written, so that the error says which names there are.
  template <std::integral Number>
  consteval asked_name(Number number) : asked_name((fixed_text<63>{} << number).characters) {}

  constexpr int position() const { return static_cast<int>(index); }
};
#else
/// A name. One class for all kinds of names, for each device has an alias that takes one.
struct asked_text {
  char characters[64]{};

  template <std::size_t Size>
  consteval asked_text(char const (&requested)[Size]) {
    for (std::size_t i = 0; i + 1 < Size && i + 1 < sizeof characters; ++i) characters[i] = requested[i];
  }
  template <int Capacity>
  consteval asked_text(fixed_text<Capacity> const& requested) : asked_text(requested.characters) {}
  /// A number is looked up as it is written, so that the error says which names there are.
  template <std::integral Number>
  consteval asked_text(Number number) : asked_text((fixed_text<63>{} << number).characters) {}
};
template <class Kind>
using asked_name = asked_text;
#endif

/// `position` is private, so that naming it is the error: compilers print the sentence beside it, and go on with its
/// value. A failed constraint or constant would leave an alias undeclared, and each use of that is an error more.
template <int StandIn, auto... Sentence>
class refused {
  static constexpr int position = StandIn;
};

/// A piece of a sentence, and no more: clang prints letters one by one where zeros follow.
template <int Size>
struct words {
  char of_sentence[std::size_t{Size + 1}];
};
#ifdef __clang__
inline constexpr int longest_piece = 31;  // clang prints no more of a text in a template argument
#else
inline constexpr int longest_piece = 2000;
#endif

/// Where the sentence is divided: at blanks.
struct sentence_pieces {
  int count = 0;
  int begin[100]{};
  int size[100]{};
};
template <class Text>
constexpr sentence_pieces pieces_of(Text const& text) {
  sentence_pieces found;
  int const size = static_cast<int>(text.size());
  for (int at = 0; at < size;) {
    int end = size - at <= longest_piece ? size : at + longest_piece;
    while (end < size && end > at && text.characters[end] != ' ') --end;
    if (end == at) end = at + longest_piece;  // a word that is longer
    found.begin[found.count] = at;
    found.size[found.count++] = end - at;
    at = end + (end < size && text.characters[end] == ' ' ? 1 : 0);
  }
  return found;
}

/// `Reason` has a `sentence` and the position that stands in.
template <class Reason>
struct divided_sentence {
  static constexpr error_sentence sentence = Reason::sentence();
  static constexpr sentence_pieces pieces = pieces_of(sentence);

  template <int Begin, int Size>
  static constexpr words<Size> piece() {
    words<Size> piece{};
    for (int i = 0; i < Size; ++i) piece.of_sentence[i] = sentence.characters[Begin + i];
    piece.of_sentence[Size] = '\0';  // for clang, which prints letters one by one where it has not been written
    return piece;
  }
  template <int... Pieces>
  static refused<Reason::stand_in, piece<pieces.begin[Pieces], pieces.size[Pieces]>()...> all(
      std::integer_sequence<int, Pieces...>);
  using type = decltype(all(std::make_integer_sequence<int, pieces.count>{}));
};
template <class Reason>
using refused_because = typename divided_sentence<Reason>::type;

/// `named<Kind, Name>::position`: what an alias makes its type of. An alias names it itself, for what is private is an
/// error only there, and no error in a concept.
#ifdef __NVCC__
template <class Kind, asked_name<Kind> Name>
struct named {
  static constexpr int position = Name.position();
};
#else
/// `Kind` has
///   `find(text)`       the position of what has that name, -1 where nothing has it
///   `why_not(text)`    what is wrong with a name that was not found
///   `stand_in(text)`   the position with which compilers go on behind the error
template <class Kind, asked_text Name>
struct position_of_name {  // a class, so that nothing of a device is asked for before its alias is used
  static constexpr int value = Kind::find(Name.characters);
};
template <class Kind, asked_text Name, int Position = position_of_name<Kind, Name>::value>
struct named {
  static constexpr int position = Position;
};
template <class Kind, asked_text Name>
struct unknown_name {
  static constexpr int stand_in = Kind::stand_in(Name.characters);
  static constexpr error_sentence sentence() { return Kind::why_not(Name.characters); }
};
template <class Kind, asked_text Name>
struct named<Kind, Name, -1> : refused_because<unknown_name<Kind, Name>> {};
#endif

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

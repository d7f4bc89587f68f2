// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the compiler made of the texts of the table device_grammar.tsv.
#pragma once

#include <allotype/devices/device_choice.hpp>

/// A text, and what the parser said of it while compiling.
struct compiled_text {
  char const* text;
  int length;
  allotype::device_selection_error::kind problem;
  int position;
  allotype::message<100> printed;  ///< the choice as it is written; empty where the text is refused
};

struct compiled_texts {
  compiled_text const* first;
  int count;
};

/// All of them, in the order in which they are first there.
compiled_texts device_literals();

// SPDX-License-Identifier: BSL-1.0
/// \file
/// What pages of HTML are made of. A page needs nothing from elsewhere, and follows the reader's light or dark.
#pragma once

#include <string>
#include <vector>

namespace drawing::html {

/// Text that is no markup.
std::string escaped(std::string const& text);

/// The whole page. \param title is also its first heading \param body markup
std::string document(std::string const& title, std::string const& body);

std::string paragraph(std::string const& text);
std::string heading(std::string const& text);
std::string list(std::vector<std::string> const& items);
/// What a program prints or reads, as it is. \param kind a class of the style; empty: none
std::string block(std::string const& text, std::string const& kind = {});
/// The first cell of a row is its heading.
std::string table(std::vector<std::string> const& headings, std::vector<std::vector<std::string>> const& rows);
/// A whole picture in SVG. \param number of the picture on this page, from 0
std::string picture(std::string svg, int number = 0);

}  // namespace drawing::html

// SPDX-License-Identifier: BSL-1.0
#include "layouts_picture.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

#include "../library/quoting.hpp"
#include "svg.hpp"

namespace drawing {

using svg::attribute, svg::words;

namespace {

constexpr int page_margin = 24, between_columns = 40, dot_width = 14;
constexpr int row_height = 18, box_height = 16;
constexpr int set_heading = 22, below_set = 12, section_heading = 56;
constexpr int max_sets_without_links = 16, link_height = 20;

std::string use(std::string const& id, int x, int y) {
  return "<use" + attribute("href", "#" + id) + (x == 0 ? "" : attribute("x", x)) + (y == 0 ? "" : attribute("y", y)) +
         "/>";
}

/// Parts of rows, each in the file once.
class row_parts {
 public:
  explicit row_parts(drawn_board const& board) : board_(board) {
    slice_ = 40;
    for (drawn_profile const& each : board.profiles) {
      slice_ = std::max(slice_, (static_cast<int>(each.name.size()) * 7 + 8 + each.size - 1) / each.size);
    }
    for (std::size_t p = 0; p < board.profiles.size(); ++p) {
      drawn_profile const& each = board.profiles[p];
      int const wide = each.size * slice_ - 2;
      definitions_ += "    <g" + attribute("id", box_id(p)) + "><rect x=\"1\"" + attribute("width", wide) +
                      attribute("height", box_height) + " rx=\"2\"" +
                      attribute("class", "pale" + std::to_string(each.colour)) + "/><text" +
                      attribute("x", 1 + wide / 2) + " y=\"12\" class=\"box\">" +
                      program::library::xml_text(each.name) + "</text></g>\n";
    }
    definitions_ +=
        "    <rect id=\"free\" x=\"1\"" + attribute("width", slice_ - 2) + attribute("height", box_height) +
        " rx=\"2\" class=\"slice\"/>\n    <circle id=\"dot\" cx=\"-8\" cy=\"8\" r=\"3.5\" class=\"dot\"/>\n";
  }

  int slice_width() const { return slice_; }
  std::string const& definitions() const { return definitions_; }

  /// The row, halves of which other rows may have, too.
  std::string row(drawn_layout const& layout, int y) {
    int const middle = board_.slices / 2;
    bool const in_halves = std::none_of(layout.instances.begin(), layout.instances.end(), [&](auto const& each) {
      return each.start < middle && each.start + size_of(each) > middle;
    });
    std::string drawn = layout.marked ? use("dot", 0, y) : "";
    if (in_halves) return drawn + use(part(layout, 0, middle), 0, y) + use(part(layout, middle, board_.slices), 0, y);
    return drawn + use(part(layout, 0, board_.slices), 0, y);
  }

 private:
  static std::string box_id(std::size_t profile) { return "b" + std::to_string(profile); }
  int size_of(drawn_layout::instance const& each) const {
    return board_.profiles[static_cast<std::size_t>(each.profile)].size;
  }

  std::string part(drawn_layout const& layout, int from, int to) {
    std::string drawn;
    int slice = from;
    auto const free_until = [&](int end) {
      for (; slice < end; ++slice) drawn += use("free", slice * slice_, 0);
    };
    for (auto const& each : layout.instances) {
      if (each.start < from || each.start >= to) continue;
      free_until(each.start);
      drawn += use(box_id(static_cast<std::size_t>(each.profile)), each.start * slice_, 0);
      slice += size_of(each);
    }
    free_until(to);
    auto const [known, is_new] = ids_.try_emplace(drawn, "p" + std::to_string(ids_.size()));
    if (is_new) definitions_ += "    <g" + attribute("id", known->second) + ">" + drawn + "</g>\n";
    return known->second;
  }

  drawn_board const& board_;
  int slice_;
  std::string definitions_;
  std::map<std::string, std::string> ids_;
};

int height_of(drawn_set const& set) {
  return set_heading + row_height * static_cast<int>(set.layouts.size()) + below_set;
}

std::string set_id(int number) { return "set" + std::to_string(number); }

std::string moved_to(int x, int y) {
  return attribute("transform", "translate(" + std::to_string(x) + "," + std::to_string(y) + ")");
}

/// Writes from the top to the bottom.
class page {
 public:
  page(drawn_board const& board, row_parts& parts) : board_(board), parts_(parts) {
    column_ = board.slices * parts.slice_width() + dot_width;
  }

  int width() const { return 2 * page_margin + 2 * column_ + between_columns; }
  int height() const { return y_ + page_margin; }
  std::string const& shapes() const { return shapes_; }
  bool has_links() const { return has_links_; }

  void heading() {
    y_ = page_margin + 22;
    shapes_ += words(page_margin, y_, "title", board_.title);
    shapes_ += words(page_margin, y_ += 26, "line", board_.description);
    if (board_.mark.empty()) return;
    shapes_ += "  <g" + moved_to(page_margin + dot_width, y_ += 12) + ">" + use("free", 0, 0) +
               use("dot", parts_.slice_width() + 24, 0) + "</g>\n";
    shapes_ += words(page_margin + dot_width + parts_.slice_width() + 24, y_ + 12, "line", board_.mark);
    shapes_ += words(page_margin + dot_width + parts_.slice_width() / 2, y_ + 12, "box", "free");
    y_ += row_height;
  }

  /// A link to each set, in the order in which they stand below.
  void links() {
    int count = 0, number = 0;
    for (drawn_section const& section : board_.sections) count += static_cast<int>(section.sets.size());
    if (count <= max_sets_without_links) return;
    has_links_ = true;
    y_ += 16;
    int const columns = 3, rows = (count + columns - 1) / columns, wide = (width() - 2 * page_margin) / columns;
    for (drawn_section const& section : board_.sections) {
      for (drawn_set const& set : section.sets) {
        int const x = page_margin + number / rows * wide, y = y_ + 14 + number % rows * link_height;
        shapes_ +=
            "  <a" + attribute("href", "#" + set_id(number)) + ">\n" + words(x, y, "line", set.name) + "  </a>\n";
        ++number;
      }
    }
    y_ += rows * link_height;
  }

  void sections() {
    for (drawn_section const& each : board_.sections) {
      if (!each.sets.empty()) add_section(each);
    }
  }

 private:
  void add_section(drawn_section const& section) {
    shapes_ += words(page_margin, y_ + 34, "section", section.heading);
    int const top = y_ + section_heading;
    int whole = 0, y = top, x = page_margin, lowest = top;
    for (drawn_set const& each : section.sets) whole += height_of(each);
    slices(x, top);
    for (drawn_set const& each : section.sets) {
      if (x == page_margin && y > top && y - top + height_of(each) / 2 > whole / 2) {
        x += column_ + between_columns;
        y = top;
        slices(x, top);
      }
      add(each, x, y);
      y += height_of(each);
      lowest = std::max(lowest, y);
    }
    y_ = lowest;
  }

  void slices(int x, int y) {
    for (int slice = 0; slice < board_.slices; ++slice) {
      shapes_ += words(x + dot_width + slice * parts_.slice_width() + parts_.slice_width() / 2, y - 4, "box",
                       std::to_string(slice));
    }
  }

  void add(drawn_set const& set, int x, int y) {
    shapes_ += "  <g" + attribute("id", set_id(number_++)) + " class=\"set\"" + moved_to(x + dot_width, y) + ">\n";
    shapes_ += "    <text y=\"15\" class=\"set-name\">" + program::library::xml_text(set.name) +
               " <tspan class=\"count\">" + program::library::xml_text(set.count) + "</tspan></text>\n";
    int row = set_heading;
    for (drawn_layout const& each : set.layouts) {
      shapes_ += "    " + parts_.row(each, row) + "\n";
      row += row_height;
    }
    shapes_ += "  </g>\n";
  }

  drawn_board const& board_;
  row_parts& parts_;
  int column_ = 0, y_ = 0, number_ = 0;
  bool has_links_ = false;
  std::string shapes_;
};

}  // namespace

std::string layouts_picture(drawn_board const& board) {
  constexpr char style[] = R"svg(    .title { font-size: 20px; font-weight: bold }
    .section { font-size: 16px; font-weight: bold }
    .set-name { font-size: 13px; font-weight: bold }
    .count { font-weight: normal }
    .line { font-size: 13px }
    .box { font-size: 11px; text-anchor: middle }
    .slice { fill: none; stroke: #b4b4b4; stroke-dasharray: 2 2 }
    .dot { fill: #d55e00 }
    @media (prefers-color-scheme: dark) { .slice { stroke: #555b64 } }
)svg";
  row_parts parts(board);
  page drawn(board, parts);
  drawn.heading();
  drawn.links();
  drawn.sections();
  return svg::document({drawn.width(), drawn.height(), board.title, board.description, style, parts.definitions(),
                        drawn.shapes(), drawn.has_links()});
}

}  // namespace drawing

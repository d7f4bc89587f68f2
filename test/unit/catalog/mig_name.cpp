// SPDX-License-Identifier: BSL-1.0
// The parser of MIG names against all profiles, their compute instances, and mutations of them. The oracle works the
// other way round: it never reads a text from left to right, but splits it at its signs, as the sentences of the
// grammar.
// Data: the names of mig_profiles.csv, which nvidia-smi printed; what they mean is found by another method.
#include "catalog_csv.hpp"
#include "catch.hpp"

#include <allotype/catalog/mig_name.hpp>
#include <random>
#include <set>

namespace {

using namespace allotype;

// ---- the oracle

std::vector<std::string> split(std::string const& text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool only(std::string const& text, std::string const& allowed) {
  return text.find_first_not_of(allowed) == std::string::npos;
}

std::string const digits = "0123456789";
std::string const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool is_number(std::string const& text) {
  return !text.empty() && text.size() <= 4 && only(text, digits) && (text == "0" || text[0] != '0');
}

bool is_number_with(std::string const& text, std::string const& unit) {
  return text.size() > unit.size() && text.substr(text.size() - unit.size()) == unit &&
         is_number(text.substr(0, text.size() - unit.size()));
}

bool is_attribute(std::string const& text) {
  return !text.empty() && letters.find(text[0]) != std::string::npos && only(text, letters + digits + ".") &&
         text.back() != '.';
}

bool is_mig_name(std::string const& text) {
  auto const sign = text.find_first_of("+-");
  auto const parts = split(text.substr(0, sign), '.');
  if (parts.size() != 2 && parts.size() != 3) return false;
  if (parts.size() == 3 && !is_number_with(parts[0], "c")) return false;
  if (!is_number_with(parts[parts.size() - 2], "g") || !is_number_with(parts.back(), "gb")) return false;
  if (sign == std::string::npos) return true;
  auto const attributes = split(text.substr(sign + 1), ',');
  for (auto const& attribute : attributes) {
    if (!is_attribute(attribute)) return false;
  }
  return std::set<std::string>(attributes.begin(), attributes.end()).size() == attributes.size();
}

/// A name from its parts: what the parser takes apart must give the text again.
std::string spelt(mig_name const& name) {
  std::string text = name.names_compute_slices ? std::to_string(name.compute_slices) + "c." : "";
  text += std::to_string(name.gpu_slices) + "g." + std::to_string(name.gigabytes) + "gb";
  if (name.sign != '\0') text += name.sign + std::string{name.attributes};
  return text;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (auto const& row : rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")))) {
    auto const& profile = row.at("profile");
    names.push_back(profile);
    for (int slices = 1; slices <= profile[0] - '0'; ++slices) names.push_back(std::to_string(slices) + "c." + profile);
  }
  return names;
}

struct counts {
  int names = 0, others = 0;
};

/// One text: the parser and the oracle agree, and what is accepted is understood.
void check(std::string const& text, counts& seen) {
  auto const parsed = parse_mig_name(text.c_str());
  bool const expected = is_mig_name(text);
  if (static_cast<bool>(parsed) != expected || (expected && spelt(parsed) != text) ||
      (!expected && (parsed.fault_at < 0 || parsed.fault_at > static_cast<int>(text.size())))) {
    INFO(text << ", expected " << expected << ", fault " << static_cast<int>(parsed.fault) << " at "
              << parsed.fault_at);
    CHECK(false);
  }
  ++(expected ? seen.names : seen.others);
}

}  // namespace

TEST_CASE("all profiles and their compute instances are MIG names, and are understood") {
  std::set<std::string> profiles;
  for (auto const& row : rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")))) {
    auto const& text = row.at("profile");
    INFO(text);
    auto const name = parse_mig_name(text.c_str());
    REQUIRE(name);
    CHECK(spelt(name) == text);
    CHECK(!name.names_compute_slices);
    CHECK(std::to_string(name.gpu_slices) == row.at("compute_slices"));
    CHECK(name.compute_slices == name.gpu_slices);
    // The constants of NVML know the attributes as well.
    std::string const id = row.at("nvml_profile_id");
    auto const is = [&](std::set<std::string> const& ids) { return ids.count(id) == 1; };
    if (!id.empty()) {
      CHECK((name.media() == media_extensions::extended) == is({"7", "8"}));
      CHECK((name.media() == media_extensions::all) == is({"15", "16"}));
      CHECK((name.media() == media_extensions::none) == is({"13", "14"}));
      CHECK(name.graphics() == is({"10", "11", "12", "17"}));
    }
    profiles.insert(text);
  }
  CHECK(profiles.size() > 90);
  counts seen;
  for (auto const& name : all_names()) check(name, seen);
  CHECK(seen.names == static_cast<int>(all_names().size()));
  CHECK(seen.others == 0);
}

TEST_CASE("the parser and the grammar agree on every name with one or two characters changed") {
  std::string const alphabet = "0123457cgb.+-,meafxM A";
  counts seen;
  std::set<std::string> const names = [] {
    auto const all = all_names();
    return std::set<std::string>(all.begin(), all.end());
  }();
  for (auto const& name : names) {
    for (std::size_t i = 0; i <= name.size(); ++i) {
      for (char c : alphabet) {
        check(name.substr(0, i) + c + name.substr(i), seen);                           // one more
        if (i < name.size()) check(name.substr(0, i) + c + name.substr(i + 1), seen);  // another
      }
      if (i < name.size()) check(name.substr(0, i) + name.substr(i + 1), seen);  // one less
      check(name.substr(0, i), seen);                                            // cut
      check(name.substr(i), seen);
      check(name.substr(0, i) + name.substr(i / 2), seen);  // a part twice
    }
  }
  std::mt19937 random{20260101};
  std::vector<std::string> const list(names.begin(), names.end());
  for (int i = 0; i < 100'000; ++i) {
    std::string text = list[random() % list.size()];
    for (int changes = 0; changes < 2; ++changes) {
      std::size_t const at = random() % (text.size() + 1);
      char const c = alphabet[random() % alphabet.size()];
      if (random() % 2 == 0 || at == text.size()) {
        text.insert(at, 1, c);
      } else {
        text[at] = c;
      }
    }
    check(text, seen);
  }
  CHECK(seen.names > 10'000);
  CHECK(seen.others > 100'000);
}

TEST_CASE("the parser and the grammar agree on sentences put together from pieces") {
  counts seen;
  for (char const* compute : {"", "1c.", "7c.", "0c.", "01c.", "c.", "1c", "1C.", "12345c.", "-1c."}) {
    for (char const* slices : {"3g.", "10g.", "0g.", "g.", "3g", "03g.", "3c.", "3G.", "99999g.", "9999g."}) {
      for (char const* memory : {"20gb", "0gb", "00gb", "gb", "20g", "20gB", "20", "10000gb", "9999gb"}) {
        for (char const* attributes : {"",
                                       "+",
                                       "-",
                                       "+me",
                                       "-me",
                                       "+me.all",
                                       "+me.",
                                       "+.me",
                                       "+me,gfx",
                                       "+gfx,me",
                                       "+me,me",
                                       "+me,me.all",
                                       "+me,",
                                       "+,me",
                                       "+me+gfx",
                                       "+me-gfx",
                                       "-me,gfx",
                                       "-me+gfx",
                                       "+m3",
                                       "+3m",
                                       "+me..all",
                                       "+me gfx",
                                       "--me",
                                       "+Me",
                                       "+me,ME",
                                       "+a,b,c,d,e,f,g,h,i,j",
                                       "+a,b,c,d,e,a",
                                       "+me_x",
                                       ".me"}) {
          check(std::string{compute} + slices + memory + attributes, seen);
        }
      }
    }
  }
  CHECK(seen.names > 100);
  CHECK(seen.others > 1000);
}

TEST_CASE("a text that is no MIG name has the place and the reason") {
  struct row {
    char const* text;
    mig_name_fault fault;
    int at;
  };
  for (row const& expected :
       {row{"", mig_name_fault::no_number, 0}, row{"g.5gb", mig_name_fault::no_number, 0},
        row{"01g.5gb", mig_name_fault::no_number, 0}, row{"1x.5gb", mig_name_fault::no_slices, 1},
        row{"1c.3x.20gb", mig_name_fault::no_gpu_slices, 4}, row{"1g.5", mig_name_fault::no_gigabytes, 4},
        row{"1g.gb", mig_name_fault::no_number, 3}, row{"1g.10000gb", mig_name_fault::number_too_large, 3},
        row{"1g.5gb+", mig_name_fault::no_attribute, 7}, row{"1g.5gb+3", mig_name_fault::no_attribute, 7},
        row{"1g.5gb+me.", mig_name_fault::ends_in_a_dot, 9},
        row{"1g.5gb+me,me", mig_name_fault::repeated_attribute, 10},
        row{"1g.5gb+me-gfx", mig_name_fault::mixed_signs, 9},
        row{"1g.5gb+me+gfx", mig_name_fault::something_follows, 9},
        row{"1g.5gb ", mig_name_fault::something_follows, 6}}) {
    INFO(expected.text);
    auto const parsed = parse_mig_name(expected.text);
    CHECK(parsed.fault == expected.fault);
    CHECK(parsed.fault_at == expected.at);
  }
}

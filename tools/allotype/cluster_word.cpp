// SPDX-License-Identifier: BSL-1.0
#include "cluster_word.hpp"

#include "data_file.hpp"
#include "library/quoting.hpp"
#include "library/texts.hpp"

namespace program {

namespace {

namespace at = allotype;

bool has_ending_of_file(std::string const& word) {
  for (std::string const ending : {".json", ".yaml", ".yml"}) {
    if (word.size() > ending.size() && word.compare(word.size() - ending.size(), ending.size(), ending) == 0)
      return true;
  }
  return false;
}

}  // namespace

std::optional<cluster_word> cluster_of(std::string const& word) {
  if (has_ending_of_file(word)) return cluster_word{word};
  auto const colon = word.rfind(':');
  std::string const before = word.substr(0, colon);
  if (!has_ending_of_file(before) && before.find('/') == before.npos) return std::nullopt;
  return colon == word.npos ? cluster_word{word} : cluster_word{before, word.substr(colon + 1)};
}

std::vector<library::named_pool> read_pools(cluster_word const& from) {
  std::vector<library::named_pool> all = library::read_cluster(from.file, read_data_file(from.file));
  if (from.pool.empty()) return all;
  std::vector<library::named_pool> one;
  one.push_back(std::move(pool_of(all, from)));
  return one;
}

library::named_pool& pool_of(std::vector<library::named_pool>& all, cluster_word const& from) {
  std::string names;
  for (library::named_pool& each : all) {
    if (each.name == from.pool) return each;
    library::add_to_list(names, each.name);
  }
  throw at::input_error(at::message<2000>{} << from.file.c_str() << ": there is no pool "
                                            << library::in_error(from.pool).c_str() << "; there are " << names.c_str());
}

}  // namespace program

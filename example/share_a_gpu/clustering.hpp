// SPDX-License-Identifier: BSL-1.0
/// \file
/// The fourth service: groups points around means (k-means). A batch job: no person waits for it.
#pragma once

#include <allotype/allotype.hpp>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace example {

namespace at = allotype;
using namespace at::literals;

struct clustering {
  static constexpr char name[] = "clustering";
#ifdef GROWN  // the job that grew over night
  using needs = at::needs<at::memory<8_GiB>>;
#else
  using needs = at::needs<at::memory<4_GiB>>;
#endif
};

struct point {
  double x = 0, y = 0;
};

ALLOTYPE_FN inline double squared_distance(point const& a, point const& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// The points have as many around each centre, in a square of `width` around it.
inline std::vector<point> points_around(std::vector<point> const& centres, int count, double width, unsigned seed) {
  std::mt19937 random(seed);
  auto const offset = [&] { return width * (static_cast<double>(random() % 1000001) / 1000000 - 0.5); };
  std::vector<point> points;
  for (int i = 0; i < count; ++i) {
    for (point const& centre : centres) {
      double const right = offset(), up = offset();
      points.push_back({centre.x + right, centre.y + up});
    }
  }
  return points;
}

/// Index: the point.
template <class Points, class Means, class Out>
struct nearest_mean {
  Points points;
  Means means;
  Out nearest;

  ALLOTYPE_FN void operator()(int i) const {
    int best = 0;
    for (int mean = 1; mean < means.extents[0]; ++mean) {
      if (squared_distance(points(i), means(mean)) < squared_distance(points(i), means(best))) best = mean;
    }
    nearest(i) = best;
  }
};

/// Points and how many they are.
struct total {
  double x = 0, y = 0;
  long long count = 0;

  friend ALLOTYPE_FN total operator+(total const& a, total const& b) {
    return {a.x + b.x, a.y + b.y, a.count + b.count};
  }
};

/// What a point adds to the total of one group. Index: the point.
template <class Points, class Nearest>
struct member_of {
  Points points;
  Nearest nearest;
  int group;

  ALLOTYPE_FN total operator()(int i) const {
    return nearest(i) == group ? total{points(i).x, points(i).y, 1} : total{};
  }
};

/// How far a point is from the mean nearest to it, and its number.
struct far_point {
  double distance = -1;
  int number = 0;
};
struct farther {
  ALLOTYPE_FN far_point operator()(far_point const& a, far_point const& b) const {
    bool const first = a.distance > b.distance || (a.distance == b.distance && a.number < b.number);
    return first ? a : b;
  }
};
template <class Points, class Means>
struct distance_to_means {
  Points points;
  Means means;
  int count;  ///< of means so far

  ALLOTYPE_FN far_point operator()(int i) const {
    far_point nearest{squared_distance(points(i), means(0)), i};
    for (int mean = 1; mean < count; ++mean) {
      double const distance = squared_distance(points(i), means(mean));
      if (distance < nearest.distance) nearest.distance = distance;
    }
    return nearest;
  }
};

struct grouped {
  std::vector<point> means;
  std::vector<int> sizes;
};

/// The means after `rounds`. The first mean is the first point, each next one the point farthest from those before it.
/// A group without points keeps its mean. \throws std::invalid_argument where there are fewer points than
/// groups.
template <at::accelerator A>
grouped cluster(at::queue<A>& on, std::vector<point> const& points, int groups, int rounds) {
  if (groups < 1 || points.size() < static_cast<std::size_t>(groups))
    throw std::invalid_argument("fewer points than groups");
  at::extents const all{static_cast<int>(points.size())}, each{groups};
  at::buffer<point, A> const in{on, points};
  at::buffer<int, A> group_of{on, all};
  at::buffer<point, A> means{on, each};
  auto const seen = in.view(on, all);
  auto const current = std::as_const(means).view(on, each);

  grouped found{std::vector<point>(static_cast<std::size_t>(groups), points[0]),
                std::vector<int>(static_cast<std::size_t>(groups))};
  for (int group = 1; group < groups; ++group) {
    at::copy(on, found.means, means);
    far_point const next = at::reduce(on, all, far_point{}, farther{}, distance_to_means{seen, current, group});
    found.means[static_cast<std::size_t>(group)] = points[static_cast<std::size_t>(next.number)];
  }
  for (int round = 0; round < rounds; ++round) {
    at::copy(on, found.means, means);
    at::for_each(on, all, nearest_mean{seen, current, group_of.view(on, all)});
    for (int group = 0; group < groups; ++group) {
      total const sum =
          at::reduce(on, all, total{}, at::plus{}, member_of{seen, std::as_const(group_of).view(on, all), group});
      auto const i = static_cast<std::size_t>(group);
      found.sizes[i] = static_cast<int>(sum.count);
      if (sum.count > 0)
        found.means[i] = {sum.x / static_cast<double>(sum.count), sum.y / static_cast<double>(sum.count)};
    }
  }
  return found;
}

}  // namespace example

// SPDX-License-Identifier: BSL-1.0
// Heat flows in a cube whose faces are kept cold. The cube is cut into two halves, and each half has its own queue, as
// if it had a device of its own. A half first computes its plane next to the other half and hands it out. While the
// plane is on its way, it computes all others.
//
// The temperature is a product of sines at the beginning. The scheme keeps its shape and makes it smaller by the same
// factor in each step, so the exact result is known.
#include <allotype/allotype.hpp>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

/// Points inside the cube in each dimension; a half has half as many planes. The faces are one more on each side.
constexpr int points = 24, planes = points / 2, steps = 100;
constexpr float flow = 0.15f;  // the share that goes to each neighbour in a step

using shape = at::extents<3>;
constexpr shape whole_half{planes + 2, points + 2, points + 2};

/// One half: planes 1 to `planes` are its own. Of the two others one is a face of the cube and one a copy of the
/// neighbour's.
template <class A>
struct half {
  at::queue<A> queue;
  at::buffer<float, A> now, next;
  at::buffer<float, A> handed_out;  // its plane next to the neighbour
  at::event<A> ready, taken;        // when the plane is there, and when the neighbour has it
  int own_plane, copied_plane;      // that plane, and the neighbour's
};

template <class A>
half<A> half_on(at::queue<A>&& on, std::vector<float> const& start, int own_plane, int copied_plane) {
  half<A> made{std::move(on), {}, {}, {}, {}, {}, own_plane, copied_plane};
  made.now = {made.queue, start};
  made.next = {made.queue, start};  // whose faces stay cold
  made.handed_out = {made.queue, at::extents{points + 2, points + 2}};
  return made;
}

at::box<3> planes_from(int begin, int end) { return {{begin, end}, {1, points + 1}, {1, points + 1}}; }
at::box<3> whole_plane(int plane) { return {{plane, plane + 1}, {0, points + 2}, {0, points + 2}}; }

template <class A>
void flow_in(half<A>& mine, at::box<3> where) {
  auto const from = std::as_const(mine.now).view(mine.queue, whole_half);
  auto const to = mine.next.view(mine.queue, whole_half);
  at::for_each(mine.queue, where, [=] ALLOTYPE_FN(int plane, int row, int column) {
    float const around = from(plane - 1, row, column) + from(plane + 1, row, column) + from(plane, row - 1, column) +
                         from(plane, row + 1, column) + from(plane, row, column - 1) + from(plane, row, column + 1);
    to(plane, row, column) = from(plane, row, column) + flow * (around - 6 * from(plane, row, column));
  });
}

template <class A>
void begin_step(half<A>& mine) {
  flow_in(mine, planes_from(mine.own_plane, mine.own_plane + 1));
  mine.queue.wait_for(mine.taken);  // the plane of the step before
  at::copy(mine.queue, mine.next.view(mine.queue, whole_half).part(whole_plane(mine.own_plane)), mine.handed_out);
  mine.ready = mine.queue.record();
  bool const is_first = mine.own_plane == 1;
  flow_in(mine, is_first ? planes_from(2, planes + 1) : planes_from(1, planes));
}

template <class A>
void end_step(half<A>& mine, half<A>& other) {
  mine.queue.wait_for(other.ready);
  at::copy(mine.queue, std::as_const(other.handed_out),
           mine.next.view(mine.queue, whole_half).part(whole_plane(mine.copied_plane)));
  other.taken = mine.queue.record();
  std::swap(mine.now, mine.next);
}

/// The temperature at the beginning, by the position in the whole cube.
float start_at(int plane, int row, int column) {
  double const step = std::acos(-1.0) / (points + 1);
  return static_cast<float>(std::sin(step * plane) * std::sin(step * row) * std::sin(step * column));
}
std::vector<float> start_of_half(int first_plane) {
  std::vector<float> values;
  for (int plane = 0; plane < planes + 2; ++plane) {
    for (int row = 0; row < points + 2; ++row) {
      for (int column = 0; column < points + 2; ++column) {
        bool const cold = row == 0 || column == 0 || row == points + 1 || column == points + 1 ||
                          plane + first_plane == 0 || plane + first_plane == points + 1;
        values.push_back(cold ? 0.0f : start_at(plane + first_plane, row, column));
      }
    }
  }
  return values;
}

/// \return the largest difference from the exact temperature, as a part of the hottest
constexpr auto heat = at::task<wanted>("heat", []<class A>(at::queue<A>& on) {
  half<A> halves[2] = {half_on(on.another(), start_of_half(0), planes, planes + 1),
                       half_on(on.another(), start_of_half(planes), 1, 0)};
  for (int step = 0; step < steps; ++step) {
    for (half<A>& each : halves) begin_step(each);
    end_step(halves[0], halves[1]);
    end_step(halves[1], halves[0]);
  }
  double const s = std::sin(std::acos(-1.0) / (points + 1) / 2);
  double const cooled = std::pow(1 - 12 * static_cast<double>(flow) * s * s, steps);
  double largest = 0;
  for (int number = 0; number < 2; ++number) {
    std::vector<float> const start = start_of_half(number * planes);
    std::vector<float> now(start.size());
    at::copy(halves[number].queue, halves[number].now, now);
    for (std::size_t i = 0; i < now.size(); ++i)
      largest = std::fmax(largest, std::fabs(now[i] / cooled - static_cast<double>(start[i])));
  }
  return largest;
});

}  // namespace

int main() {
  auto const difference = heat();
  std::printf("%s: after %d steps the temperature is exact within %.1e\n", difference.where(), steps,
              difference.value());
  return difference.value() < 1e-4 ? 0 : 1;
}

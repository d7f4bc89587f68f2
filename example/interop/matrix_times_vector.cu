// SPDX-License-Identifier: BSL-1.0
// A function of cuBLAS, in the queue's stream. On the CPU a loop does the same.
#include <allotype/allotype.hpp>

#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace at = allotype;

namespace {

using here = at::any_of<at::H200, at::H100, at::cpu>;

void check(cublasStatus_t status, char const* call, char const* accelerator) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw at::device_error(call, cublasGetStatusName(status), cublasGetStatusString(status), accelerator);
  }
}

template <class A>
void multiply(at::queue<A>& on, at::view<float const, 2, A> matrix, at::view<float const, 1, A> vector,
              at::view<float, 1, A> product) {
  int const rows = matrix.extents[0], columns = matrix.extents[1];
  if constexpr (!std::is_same_v<A, at::cpu>) {
    cublasHandle_t blas = nullptr;
    check(cublasCreate(&blas), "cublasCreate", at::name_of<A>);
    check(cublasSetStream(blas, on.native()), "cublasSetStream", at::name_of<A>);
    float const one = 1, zero = 0;
    // cuBLAS counts along columns: for it, our matrix is the transposed one.
    check(cublasSgemv(blas, CUBLAS_OP_T, columns, rows, &one, matrix.data(), columns, vector.data(), 1, &zero,
                      product.data(), 1),
          "cublasSgemv", at::name_of<A>);
    on.wait();
    check(cublasDestroy(blas), "cublasDestroy", at::name_of<A>);
  } else {
    at::for_each(on, product.extents, [=] ALLOTYPE_FN(int row) {
      float sum = 0;
      for (int column = 0; column < columns; ++column) sum += matrix(row, column) * vector(column);
      product(row) = sum;
    });
  }
}

constexpr auto product = at::task<here>("product", []<class A>(at::queue<A>& on, int rows, int columns) {
  at::extents const size{rows, columns};
  std::vector<float> matrix(static_cast<std::size_t>(size.size())), vector(static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = static_cast<float>(i / vector.size());  // row r is r, r, ...
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = i % 2 == 0 ? 1.0f : 2.0f;
  at::buffer<float, A> const left{on, matrix}, right{on, vector};
  at::buffer<float, A> out{on, at::extents{rows}};
  multiply(on, left.view(on, size), right.view(on, at::extents{columns}), out.view(on, at::extents{rows}));
  std::vector<float> result(static_cast<std::size_t>(rows));
  at::copy(on, out, result);
  return result;
});

}  // namespace

int main() {
  auto const result = product(300, 200);
  bool right = result.value().size() == 300;
  for (std::size_t row = 0; row < result.value().size(); ++row) {
    right = right && std::fabs(result.value()[row] - 300.0f * static_cast<float>(row)) < 1.0f;
  }
  std::printf("%s: element r of the product is %s\n", result.where(), right ? "300 r" : "wrong");
  return right ? 0 : 1;
}

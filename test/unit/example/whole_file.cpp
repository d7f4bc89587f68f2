// SPDX-License-Identifier: BSL-1.0
// What the examples write: files are replaced whole, links stay, and what is no regular file is written to.
#include "../../../example/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iterator>
#include <thread>

#include "catch.hpp"

namespace {

using namespace example;
namespace fs = std::filesystem;

/// A folder that goes away with the test.
struct folder {
  fs::path path = fs::temp_directory_path() / ("allotype_whole_file_test_" + std::to_string(getpid()));
  folder() { fs::create_directories(path); }
  ~folder() { fs::remove_all(path); }
  fs::path operator/(char const* name) const { return path / name; }
  std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

ino_t node_of(fs::path const& file) {
  struct stat found = {};
  REQUIRE(::lstat(file.c_str(), &found) == 0);
  return found.st_ino;
}

}  // namespace

TEST_CASE("whole_file: a regular file is another one afterwards, so that a reader of the old one has it whole") {
  folder const here;
  write_whole(here / "file", "first");
  fs::create_hard_link(here / "file", here / "old");
  write_whole(here / "file", "second");
  CHECK(read_whole(here / "file") == "second");
  CHECK(read_whole(here / "old") == "first");
  CHECK(here.entries() == 2);
}

TEST_CASE("whole_file: a symbolic link stays, and the file that it leads to is replaced") {
  folder const here;
  fs::create_directory(here / "data");
  write_whole(here / "data/run7", "first");
  fs::create_hard_link(here / "data/run7", here / "data/old");
  fs::create_symlink("data/run7", here / "latest");            // from the folder of the link
  fs::create_symlink(here / "latest", here / "link to link");  // from the root
  for (char const* name : {"latest", "link to link"}) {
    INFO(name);
    check_can_be_written(here / name);
    write_whole(here / name, name);
    CHECK(fs::is_symlink(here / name));
    CHECK(fs::is_symlink(here / "latest"));
    CHECK(read_whole(here / "data/run7") == name);
  }
  CHECK(read_whole(here / "data/old") == "first");  // replaced, not overwritten
  fs::create_symlink("data/absent", here / "dangling");
  write_whole(here / "dangling", "made");
  CHECK(fs::is_symlink(here / "dangling"));
  CHECK(read_whole(here / "data/absent") == "made");
  CHECK(here.entries() == 4);
  CHECK(std::distance(fs::directory_iterator(here / "data"), fs::directory_iterator()) == 3);
}

TEST_CASE("whole_file: links that lead nowhere are refused by name") {
  folder const here;
  fs::create_symlink("round", here / "round");
  CHECK_THROWS_WITH(write_whole(here / "round", "x"), contains("round: cannot be written: Too many levels"));
  fs::create_symlink("no folder/file", here / "absent");
  CHECK_THROWS_WITH(write_whole(here / "absent", "x"), contains("absent: cannot be written: No such file"));
  CHECK_THROWS_WITH(check_can_be_written(here / "absent"), contains("absent: cannot be written: No such file"));
}

TEST_CASE("whole_file: a FIFO is written to, and stays") {
  folder const here;
  auto const fifo = here / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  fs::create_symlink("fifo", here / "link");
  auto const node = node_of(fifo);
  check_can_be_written(fifo);
  for (char const* name : {"fifo", "link"}) {
    std::string got;
    std::thread reader([&] { got = read_whole(fifo); });
    write_whole(here / name, std::string(100'000, 'x'));  // more than a pipe holds
    reader.join();
    CHECK(got == std::string(100'000, 'x'));
  }
  CHECK(node_of(fifo) == node);
  CHECK(here.entries() == 2);
}

TEST_CASE("whole_file: a device is written to, and stays") {
  folder const here;
  fs::create_symlink("/dev/null", here / "null");
  check_can_be_written(here / "null");
  write_whole(here / "null", "x");
  REQUIRE(fs::is_symlink(here / "null"));  // before anything worse can happen to root's devices
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_FALSE(fs::exists("/dev/null.part"));
  CHECK_THROWS_WITH(write_whole("/dev/full", "x"), contains("/dev/full: cannot be written: No space left on device"));
  CHECK(fs::is_character_file("/dev/full"));
  CHECK(here.entries() == 1);
}

TEST_CASE("whole_file: a file that is open as a descriptor is not taken away from it") {
  folder const here;
  int const open_one = ::open((here / "file").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(open_one >= 0);
  auto const name = "/dev/fd/" + std::to_string(open_one);
  CHECK_THROWS_WITH(write_whole(name, "x"), contains("is a file that a program has open; name the file itself"));
  CHECK_THROWS_AS(check_can_be_written(name), bad_file);
  ::close(open_one);
  CHECK(here.entries() == 1);
}

TEST_CASE("whole_file: what is read and replaced is a regular file") {
  folder const here;
  check_is_regular(here / "absent");
  write_whole(here / "file", "x");
  check_is_regular(here / "file");
  fs::create_symlink("file", here / "link");
  check_is_regular(here / "link");
  REQUIRE(::mkfifo((here / "fifo").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(check_is_regular(here / "fifo"), contains("fifo: is a FIFO; a regular file is wanted"));
  CHECK_THROWS_WITH(check_is_regular("/dev/null"), contains("/dev/null: is a device; a regular file is wanted"));
  CHECK_THROWS_WITH(check_is_regular(here.path), contains("is a folder"));
}

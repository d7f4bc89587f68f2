// SPDX-License-Identifier: BSL-1.0
#include "run_command.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <allotype/core/error.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "library/files.hpp"
#include "library/job_secret.hpp"

namespace program {

namespace {

namespace at = allotype;
using clock = std::chrono::steady_clock;

[[noreturn]] void fail(std::string const& what, int code = errno) {
  throw at::error(at::message<2000>{} << "run: " << what.c_str() << ": " << std::strerror(code));
}

void say(std::string const& what) { library::write_all(STDERR_FILENO, "allotype run: " + what + "\n"); }

/// Closes what it holds.
class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int operator*() const { return number_; }

 private:
  int number_;
};

/// A port that nobody else is given while this exists, and at which rank 0 may listen: this does not.
class reserved_port {
 public:
  reserved_port() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    int const yes = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    bool const bound = *socket_ >= 0 && setsockopt(*socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                       bind(*socket_, any, size) == 0 && getsockname(*socket_, any, &size) == 0;
    if (!bound) fail("no port is free on this machine");
    number_ = ntohs(address.sin_port);
  }
  int number() const { return number_; }

 private:
  descriptor socket_;
  int number_ = 0;
};

/// The signals that this process takes: those that are passed on, and the end of a rank.
class taken_signals {
 public:
  taken_signals() {
    std::signal(SIGCHLD, SIG_DFL);
    sigemptyset(&set_);
    for (int const each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD}) {
      struct sigaction now{};
      bool const ignored = sigaction(each, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;  // as nohup does
      if (!ignored) sigaddset(&set_, each);
    }
    sigprocmask(SIG_BLOCK, &set_, &before_);
    std::signal(SIGPIPE, SIG_IGN);
    from_ = descriptor(signalfd(-1, &set_, SFD_CLOEXEC | SFD_NONBLOCK));
    if (*from_ < 0) fail("signalfd");
  }
  int descriptor_to_wait_for() const { return *from_; }
  /// The next one that came; 0 if none did.
  int next() {
    signalfd_siginfo came{};
    return read(*from_, &came, sizeof came) == static_cast<ssize_t>(sizeof came) ? static_cast<int>(came.ssi_signo) : 0;
  }
  /// In a new process: as it was before.
  void give_back() const {
    std::signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t set_{}, before_{};
  descriptor from_;
};

/// One of a rank's two outputs: its lines go on with the rank before each.
class prefixed_output {
 public:
  prefixed_output(descriptor from, int to, int rank)
      : from_(std::move(from)), to_(to), prefix_("[rank " + std::to_string(rank) + "] ") {}

  int from() const { return *from_; }
  /// Reads what is there. False if what it is passed on to takes nothing more.
  bool pass_on() {
    char bytes[65536];
    ssize_t const size = read(*from_, bytes, sizeof bytes);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (size <= 0) return end();
    begun_.append(bytes, static_cast<std::size_t>(size));
    std::string lines;
    std::size_t at = 0;
    for (std::size_t end; (end = begun_.find('\n', at)) != begun_.npos; at = end + 1) {
      lines += prefix_ + begun_.substr(at, end + 1 - at);
    }
    begun_.erase(0, at);
    if (begun_.size() >= longest_line) lines += prefix_ + std::exchange(begun_, {}) + '\n';
    return library::write_all(to_, lines) == 0;
  }
  /// A last line may lack its end.
  bool end() {
    from_.close();
    std::string const last = std::exchange(begun_, {});
    return last.empty() || library::write_all(to_, prefix_ + last + '\n') == 0;
  }

 private:
  static constexpr std::size_t longest_line = 1 << 20;

  descriptor from_;
  int to_;
  std::string prefix_, begun_;
};

/// The ranks of one attempt, each in a process group of its own: what a rank started ends with it.
class job {
 public:
  job(run_options const& how, taken_signals& signals) : how_(how), signals_(signals) {}
  job(job const&) = delete;
  ~job() {
    kill_all(SIGKILL);
    for (pid_t const id : processes_) {
      if (id > 0) waitpid(id, nullptr, 0);
    }
  }

  /// Starts all ranks. Returns when none runs any more: the status of the one that failed first, or 0.
  int run(std::vector<std::string> const& command, std::string const& secret, int attempt) {
    for (int rank = 0; rank < how_.processes; ++rank) start(rank, command, secret, attempt);
    while (running_ > 0) {
      wait_for_something();
      pass_on_signals();
      reap();
      if (kill_at_ && clock::now() >= *kill_at_) {
        kill_all(SIGKILL);
        kill_at_.reset();
      }
    }
    constexpr int most = 20;  // a pipe does not hold more; what left its group may write for ever
    for (int i = 0; i < most && poll_outputs(0); ++i) {
    }
    for (prefixed_output& each : outputs_) each.end();
    return status_;
  }
  /// This process was told to end.
  bool told_to_end() const { return told_to_end_; }

 private:
  void start(int rank, std::vector<std::string> const& command, std::string const& secret, int attempt) {
    descriptor out, error_out, failed, failed_end;
    descriptor const null(open("/dev/null", O_RDONLY | O_CLOEXEC));
    auto const piped = [](descriptor& here) {
      int both[2];
      if (pipe2(both, O_CLOEXEC) != 0) fail("pipe");
      here = descriptor(both[0]);
      return descriptor(both[1]);
    };
    descriptor out_end, error_end;
    if (how_.logs.empty()) {
      out_end = piped(out);
      error_end = piped(error_out);
    } else {
      out_end = log(rank, "out");
      error_end = log(rank, "err");
    }
    failed_end = piped(failed);
    auto const words = environment(rank, secret, attempt);
    pid_t const parent = getpid();
    pid_t const id = fork();
    if (id < 0) fail("fork");
    if (id == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // nothing stays where this launcher is killed
      signals_.give_back();
      for (auto const& [name, value] : words) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
      std::vector<char*> arguments;
      for (std::string const& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
      arguments.push_back(nullptr);
      bool const ready =
          getppid() == parent && dup2(*null, 0) == 0 && dup2(*out_end, 1) == 1 && dup2(*error_end, 2) == 2;
      if (ready) execvp(arguments[0], arguments.data());
      int const why = errno;
      (void)!write(*failed_end, &why, sizeof why);
      _exit(127);
    }
    setpgid(id, id);
    processes_.push_back(id);
    ++running_;
    failed_end.close();
    int why = 0;
    if (read(*failed, &why, sizeof why) == static_cast<ssize_t>(sizeof why))
      fail(command[0] + " cannot be started", why);
    if (!how_.logs.empty()) return;
    for (auto* each : {&out, &error_out}) {
      fcntl(**each, F_SETFL, O_NONBLOCK);
      outputs_.emplace_back(std::move(*each), each == &out ? STDOUT_FILENO : STDERR_FILENO, rank);
    }
  }

  /// What torchrun says to its processes.
  std::vector<std::pair<char const*, std::optional<std::string>>> environment(int rank, std::string const& secret,
                                                                              int attempt) const {
    std::string const all = std::to_string(how_.processes), mine = std::to_string(rank);
    return {{"RANK", mine},
            {"LOCAL_RANK", mine},
            {"GROUP_RANK", "0"},
            {"WORLD_SIZE", all},
            {"LOCAL_WORLD_SIZE", all},
            {"MASTER_ADDR", "127.0.0.1"},
            {"MASTER_PORT", std::to_string(port_.number())},
            {"TORCHELASTIC_RUN_ID", "allotype-" + std::to_string(getpid())},
            {"TORCHELASTIC_RESTART_COUNT", std::to_string(attempt)},
            {"TORCHELASTIC_MAX_RESTARTS", std::to_string(how_.restarts)},
            {"TORCHELASTIC_USE_AGENT_STORE", std::nullopt},
            {"ALLOTYPE_JOB_SECRET", secret}};
  }
  descriptor log(int rank, char const* which) const {
    std::string const file = how_.logs + "/rank" + std::to_string(rank) + "." + which;
    descriptor opened(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (*opened < 0) fail(file + " cannot be written");
    return opened;
  }

  void wait_for_something() {
    int limit = -1;
    if (kill_at_) {
      auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(*kill_at_ - clock::now()).count();
      limit = static_cast<int>(std::clamp<long long>(left + 1, 0, 1000));
    }
    poll_outputs(limit);
  }
  /// False if no output has anything.
  bool poll_outputs(int limit) {
    std::vector<pollfd> waited{{signals_.descriptor_to_wait_for(), POLLIN, 0}};
    for (prefixed_output const& each : outputs_) waited.push_back({each.from(), POLLIN, 0});
    if (poll(waited.data(), waited.size(), limit) <= 0) return false;
    bool some = false;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (waited[i + 1].revents == 0) continue;
      some = true;
      if (!outputs_[i].pass_on()) begin_to_end(SIGTERM, 1);
    }
    std::erase_if(outputs_, [](prefixed_output const& each) { return each.from() < 0; });
    return some;
  }

  void pass_on_signals() {
    while (int const signal = signals_.next()) {
      if (signal == SIGCHLD) continue;
      if (signal == SIGUSR1 || signal == SIGUSR2) {
        kill_all(signal);
        continue;
      }
      if (std::exchange(told_to_end_, true)) kill_all(SIGKILL);
      begin_to_end(signal, 128 + signal);
    }
  }
  /// A rank that has ended.
  struct end {
    int rank;
    bool by_signal;
    int number;  ///< of the signal, or the status

    int status() const { return by_signal ? 128 + number : number; }
  };

  /// Those that have ended. The others are told when one of them failed.
  void reap() {
    std::vector<end> failed;
    auto const take = [&](idtype_t which, id_t id, int how) {
      siginfo_t ended{};
      if (waitid(which, id, &ended, WEXITED | WNOWAIT | how) != 0 || ended.si_pid == 0) return false;
      kill(-ended.si_pid, SIGKILL);  // what it left; nobody else has the number yet
      waitpid(ended.si_pid, nullptr, 0);
      auto const found = std::find(processes_.begin(), processes_.end(), ended.si_pid);
      if (found == processes_.end()) return true;
      *found = 0;
      --running_;
      end const now{static_cast<int>(found - processes_.begin()), ended.si_code != CLD_EXITED, ended.si_status};
      if (now.status() != 0) failed.push_back(now);
      return true;
    };
    while (take(P_ALL, 0, WNOHANG)) {
    }
    if (failed.empty() || status_ != 0) return;
    // One that was killed is noticed by the others, which may have ended before the system is done with it.
    for (pid_t const id : std::vector(processes_)) {
      if (id > 0 && is_exiting(id)) take(P_PID, static_cast<id_t>(id), 0);
    }
    auto const killed = std::find_if(failed.begin(), failed.end(), [](end const& each) { return each.by_signal; });
    end const first = killed == failed.end() ? failed.front() : *killed;
    std::string const number = std::to_string(first.number);
    say("rank " + std::to_string(first.rank) + " of " + std::to_string(processes_.size()) +
        (first.by_signal ? " was ended by signal " + number + " (" + strsignal(first.number) + ")"
                         : " ended with status " + number) +
        (running_ > 0 ? "; the others are ended" : ""));
    begin_to_end(SIGTERM, first.status());
  }
  /// The kernel has begun to end it: PF_EXITING among the flags in /proc/PID/stat.
  static bool is_exiting(pid_t id) {
    std::ifstream from("/proc/" + std::to_string(id) + "/stat");
    std::string text;
    std::getline(from, text);
    std::size_t const name_ends = text.rfind(')');
    if (name_ends == text.npos) return false;
    std::istringstream fields(text.substr(name_ends + 1));
    std::string skipped;
    for (int i = 0; i < 6; ++i) fields >> skipped;  // state, parent, group, session, terminal and its group
    unsigned flags = 0;
    return fields >> flags && (flags & 4) != 0;
  }

  void begin_to_end(int signal, int status) {
    if (status_ == 0) status_ = status;
    kill_all(signal);
    if (!kill_at_) {
      kill_at_ = clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(how_.grace));
    }
  }
  void kill_all(int signal) {
    for (pid_t const id : processes_) {
      if (id > 0) kill(-id, signal);
    }
  }

  run_options const& how_;
  taken_signals& signals_;
  reserved_port port_;
  std::vector<pid_t> processes_;  ///< and of their groups; 0: it has ended
  std::vector<prefixed_output> outputs_;
  int running_ = 0;
  int status_ = 0;
  bool told_to_end_ = false;
  std::optional<clock::time_point> kill_at_;
};

/// The processors are shared, where the user does not say how.
void share_processors(int processes) {
  unsigned const each = std::thread::hardware_concurrency() / static_cast<unsigned>(processes);
  setenv("OMP_NUM_THREADS", std::to_string(std::max(1u, each)).c_str(), 0);
}

}  // namespace

int run(run_options const& how, std::vector<std::string> const& command) {
  if (!how.logs.empty() && mkdir(how.logs.c_str(), 0777) != 0 && errno != EEXIST) fail(how.logs + " cannot be made");
  char const* const told = std::getenv("ALLOTYPE_JOB_SECRET");
  std::string const secret = told != nullptr && *told != '\0' ? told : library::random_secret();
  share_processors(how.processes);
  taken_signals signals;
  for (int attempt = 0;; ++attempt) {
    job ranks(how, signals);
    int const status = ranks.run(command, secret, attempt);
    if (status == 0 || ranks.told_to_end() || attempt == how.restarts) return status;
    say("starts all ranks again, " + std::to_string(attempt + 1) + " of " + std::to_string(how.restarts));
  }
}

}  // namespace program

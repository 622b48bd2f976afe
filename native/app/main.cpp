// The solver as a program: `xssat FILE` prints the value of a formula.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/arguments.hpp"
#include "app/narrator.hpp"
#include "app/print.hpp"
#include "core/dpll/solver.hpp"
#include "core/errors.hpp"
#include "core/formula/read.hpp"

namespace gdlc::app {
namespace {

constexpr int bad_input = 1;
constexpr int bad_usage = 2;
constexpr int limit_reached = 3;
constexpr int not_written = 6;
constexpr int our_bug = 70;

Stop stop;
volatile std::sig_atomic_t caught_signal = 0;

extern "C" void on_signal(int number) {
  caught_signal = number;
  stop.interrupt();
}

// Without SA_RESTART, so that a read that waits for a pipe comes back.
void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ > 2) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

// Raises std::system_error; Stopped when a signal or the time limit ends the waiting.
std::string read_all(const std::string& file) {
  const auto fail = [] { throw std::system_error(errno, std::generic_category()); };
  const Descriptor input(file == "-" ? 0 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.number() < 0) fail();
  struct stat status = {};
  if (::fstat(input.number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail();
  }
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20U;
  if (S_ISREG(status.st_mode)) text.reserve(static_cast<std::size_t>(status.st_size) + step);
  while (true) {
    if (stop.requested()) throw Stopped{stop.reason()};
    const std::size_t size = text.size();
    text.resize(size + step);
    const ssize_t got = ::read(input.number(), text.data() + size, step);
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return text;
    if (got < 0 && errno != EINTR) fail();
  }
}

// 0, or the exit status that the failure asks for. A reader that closed the pipe has what it wants.
int write_all(const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t got = ::write(STDOUT_FILENO, text.data() + written, text.size() - written);
    if (got >= 0) {
      written += static_cast<std::size_t>(got);
    } else if (errno == EPIPE) {
      return 0;
    } else if (errno != EINTR) {
      std::cerr << "xssat: cannot write the answer: " << std::strerror(errno) << "\n";
      return not_written;
    }
  }
  return -1;
}

int report(const Arguments& arguments, const Failure& failure, int status) {
  std::cerr << failure_text(failure);
  if (arguments.json) {
    const int failed = write_all(failure_json(failure));
    if (failed > 0) return failed;
  }
  return status;
}

int print_answer(const Arguments& arguments, const Answer& answer, const std::string& note) {
  const int failed = write_all(arguments.json  ? answer_json(answer, note)
                               : arguments.mcc ? answer_mcc(answer, note)
                                               : answer_text(answer, note));
  if (failed >= 0) return failed;
  if (answer.is_complete()) return 0;
  return answer.stopped == StopReason::interrupt && caught_signal != 0 ? 128 + caught_signal
                                                                       : limit_reached;
}

// Stopped before there was a formula: nothing is known of its value.
Answer unknown(StopReason reason) {
  Answer answer;
  answer.stopped = reason;
  return answer;
}

int solve(const Arguments& arguments) {
  const std::string file = arguments.file == "-" ? "<stdin>" : arguments.file;
  if (arguments.options.timeout) stop.set_timeout(*arguments.options.timeout);
  Narrator narrator(arguments.verbose);
  Answer answer;
  std::string note;
  try {
    ReadResult read = read_formula(read_all(arguments.file), {arguments.free, &stop});
    for (const ReadWarning& warning : read.warnings) {
      std::cerr << file << ":" << warning.line << ":" << warning.column
                << ": warning: " << warning.message << "\n";
    }
    note = note_of(read.formula);
    const Solver solver(std::move(read.formula), arguments.options);
    answer = solver.solve(stop, narrator);
  } catch (const ParseError& error) {
    return report(arguments, {error.what(), file, error.line, error.column, error.hint}, bad_input);
  } catch (const std::system_error& error) {
    return report(arguments, {"cannot read: " + error.code().message(), file, 0, 0, {}}, bad_input);
  } catch (const Stopped& stopped) {
    answer = unknown(stopped.reason);
  } catch (const std::bad_alloc&) {
    answer = unknown(StopReason::memory);
  }
  if (arguments.verbose) {
    std::cerr << "engine " << name_of(answer.engine);
    if (!answer.engine_reason.empty()) std::cerr << ", not layers: " << answer.engine_reason;
    std::cerr << "\n";
  }
  if (arguments.verbose) std::cerr << stats_text(answer.stats, narrator.phases());
  return print_answer(arguments, answer, note);
}

int run(std::span<const char* const> words) {
  Arguments arguments;
  try {
    parse_arguments(words, arguments);
  } catch (const UsageError& error) {
    return report(arguments, {error.what(), {}, 0, 0, {}}, bad_usage);
  }
  if (arguments.help || arguments.version) {
    const int failed = write_all(arguments.help ? help_text() : "xssat " GDLC_VERSION "\n");
    return failed < 0 ? 0 : failed;
  }
  handle_signals();
  try {
    return solve(arguments);
  } catch (const std::exception& error) {
    return report(arguments, {std::string("internal error: ") + error.what(), {}, 0, 0, {}},
                  our_bug);
  }
}

}  // namespace
}  // namespace gdlc::app

int main(int count, char** words) {
  return gdlc::app::run({words + 1, static_cast<std::size_t>(count > 0 ? count - 1 : 0)});
}

// Turns Ctrl-C into a flag, so that a search can stop and return its best
// result so far.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/ExitStatus.h"
#include <csignal>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace pinstripe {
namespace {

// The flag that SIGINT, SIGTERM and SIGHUP set, so that the work stops. It is
// global so that the signal handler can reach it.
constinit std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);
/// The time of the first SIGINT, SIGTERM or SIGHUP in milliseconds; 0 if there
/// was none.
constinit std::atomic<int64_t> firstMilliseconds{0};
static_assert(std::atomic<int64_t>::is_always_lock_free);

/// The text that was last passed to setLastWords(); null if there is none.
constinit std::atomic<const char *> lastWords{nullptr};
static_assert(std::atomic<const char *>::is_always_lock_free);

int64_t milliseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

/// Handles a signal that asks the tool to stop. The first signal sets a flag,
/// and a later one ends the process. But two signals within a tenth of a second
/// count as one. `timeout` sends two signals for one request, and so does a
/// terminal that is closed.
void noteInterrupt(int) {
  constexpr int64_t atATime = 100;
  int64_t first = 0, now = milliseconds();
  if (!firstMilliseconds.compare_exchange_strong(first, now) &&
      now - first > atATime) {
    // The process ends even if the text can't be written.
    if (const char *text = lastWords)
      (void)!::write(STDERR_FILENO, text, std::strlen(text));
    ::_exit(static_cast<int>(ExitStatus::Interrupted));
  }
  interrupted = true;
}

} // namespace

const std::atomic<bool> &catchInterrupts() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction previous = {};
    if (::sigaction(signal, nullptr, &previous) == 0 &&
        previous.sa_handler == SIG_IGN)
      continue;
    struct sigaction action = {};
    action.sa_handler = noteInterrupt;
    // SA_RESTART is needed since some threads of LLDB can't cope with system
    // calls that fail with EINTR.
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

void setLastWords(const char *text) { lastWords = text; }

} // namespace pinstripe

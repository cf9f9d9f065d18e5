// Runs a program in a pseudo terminal, and keeps the screen that it draws.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TerminalProgram.h"
#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace pinstripe;

static FileDescriptor copyOf(int descriptor) {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

/// Returns the environment of a program that runs in a terminal.
static std::vector<std::string> environmentFor(const LaunchSpec &launch,
                                               const TerminalSetting &setting) {
  std::vector<std::string> environment = launch.environment;
  addUnlessThere(environment, "TERM", setting.type);
  // After an Escape, programs with the library curses wait this many
  // milliseconds for more characters of the same key. Here all characters of a
  // key arrive at once, so the wait can be short.
  addUnlessThere(environment, "ESCDELAY", "25");
  return environment;
}

llvm::Expected<std::unique_ptr<TerminalProgram>>
TerminalProgram::start(const LaunchSpec &launch, const TerminalSetting &setting,
                       const RunPlace &place, const std::atomic<bool> &stop) {
  auto terminal = PseudoTerminal::open(setting.columns, setting.rows);
  if (!terminal)
    return terminal.takeError();
  ChildStreams streams{copyOf(terminal->programEnd()),
                       copyOf(terminal->programEnd()),
                       copyOf(terminal->programEnd())};
  auto program = LimitedProgram::start(launch, environmentFor(launch, setting),
                                       streams, place, stop);
  if (!program)
    return program.takeError();
  return std::unique_ptr<TerminalProgram>(
      new TerminalProgram(std::move(*program), std::move(*terminal), setting));
}

std::string TerminalProgram::pump() {
  std::string output = terminal.takeOutput();
  if (output.empty())
    return output;
  written.write(output);
  writtenBytes += output.size();
  theScreen.write(output);
  std::string replies = theScreen.takeReplies();
  if (!replies.empty())
    (void)terminal.type(replies);
  return output;
}

void TerminalProgram::waitForEvent(int milliseconds, int userInput) {
  struct pollfd waitFor[] = {{terminal.userEnd(), POLLIN, 0},
                             {userInput, POLLIN, 0}};
  (void)::poll(waitFor, 2, milliseconds);
}

bool TerminalProgram::isOver() {
  // One process in the sandbox belongs to Pinstripe: the supervisor of the
  // program.
  return program->isOver(writtenBytes, /*ownProcesses=*/1);
}

bool TerminalProgram::isStill() {
  terminal.deliver();
  return stillness.isStill(terminal.readsEndByTime(),
                           [this] { return terminal.hasOutput(); });
}

bool TerminalProgram::settle() {
  stillness.restart();
  // The longest wait for output of the program, in milliseconds. A program
  // needs at least 50 us to handle an action, and most programs need less than
  // a millisecond.
  constexpr int longestWait = 2;
  for (int wait = 0;; wait = std::min(wait + 1, longestWait)) {
    (void)pump();
    if (isOver())
      return false;
    if (isStill()) {
      theScreen.noteSeen();
      // The program now waits for its user. All that it writes from now on is
      // its answer to the next action of the user, and begins on a new line.
      written.beginLine();
      return true;
    }
    waitForEvent(wait);
  }
}

void TerminalProgram::type(llvm::StringRef bytes) {
  for (;;) {
    size_t taken = terminal.type(bytes);
    bytes = bytes.drop_front(taken);
    // The terminal takes only a limited number of bytes until the program reads
    // some of them. If the program reads none, the remaining bytes are lost, as
    // in any terminal.
    if (bytes.empty() || !settle() || taken == 0)
      return;
  }
}

void TerminalProgram::resize(unsigned columns, unsigned rows) {
  theScreen.resize(columns, rows);
  terminal.resize(columns, rows);
}

void TerminalProgram::make(const Action &action) {
  switch (action.kind) {
  case Action::Kind::Key:
    if (std::optional<Key> key = parseKey(action.word))
      type(theScreen.bytesOf(*key));
    return;
  case Action::Kind::Bytes:
    return type(action.word);
  case Action::Kind::Resize:
    return resize(action.columns, action.rows);
  // A program in a terminal learns of the mouse by bytes (Kind::Bytes). The
  // actions below exist only on a display.
  case Action::Kind::Motion:
  case Action::Kind::Click:
  case Action::Kind::DoubleClick:
  case Action::Kind::Press:
  case Action::Kind::Release:
    return;
  }
}

llvm::Expected<RunResult> TerminalProgram::finish(const RunPlace &place) {
  program->end();
  (void)pump();
  return program->result(place, {theScreen.text(), written.text()});
}

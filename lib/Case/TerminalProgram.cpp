// A program that runs in a pseudo terminal, with the screen that it has drawn.
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

/// Returns the environment of a program in a terminal.
static std::vector<std::string> environmentFor(const LaunchSpec &launch,
                                               const TerminalSetting &setting) {
  std::vector<std::string> environment = launch.environment;
  addUnlessThere(environment, "TERM", setting.type);
  // Programs with curses wait for so many milliseconds after an Escape, to see
  // whether more follows. A key comes as a whole, so the wait can be short.
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
  // The supervisor of the program is a process of ours.
  return program->isOver(writtenBytes, /*ownProcesses=*/1);
}

bool TerminalProgram::isStill() {
  terminal.deliver();
  return stillness.isStill(terminal.readsEndByTime(),
                           [this] { return terminal.hasOutput(); });
}

bool TerminalProgram::settle() {
  stillness.restart();
  // A program needs at least some 50 us for an action, and most need less than
  // a millisecond.
  constexpr int longestWait = 2;
  for (int wait = 0;; wait = std::min(wait + 1, longestWait)) {
    (void)pump();
    if (isOver())
      return false;
    if (isStill()) {
      theScreen.noteSeen();
      // What comes next is an answer to the next action.
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
    // The terminal takes only so much until the program reads. If the program
    // does not read even then, the rest gets lost, as in any terminal.
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
  // A terminal has no mouse of this kind.
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

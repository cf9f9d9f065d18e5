// Records what a user does in a terminal while a program runs there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TerminalProgram.h"
#include "pinstripe/Case/ActionRecording.h"
#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/KeyReader.h"
#include "pinstripe/Support/AtomicFile.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Passes on keys from the user's terminal to the program, and output from the
/// program to the user's terminal. Records the keys as actions.
class ActionRecorder {
public:
  ActionRecorder(TerminalProgram &program, TerminalSetting setting, int input,
                 int output, const std::atomic<bool> &stop)
      : program(program), setting(std::move(setting)), input(input),
        output(output), stop(stop), keys(program.screen()) {}
  std::vector<Action> record();

private:
  void showOutput();
  bool passInput();
  void passSize();
  void add(Action action);

  TerminalProgram &program;
  TerminalSetting setting;
  int input, output;
  const std::atomic<bool> &stop;
  KeyReader keys;
  std::vector<Action> actions;
};

} // namespace

void ActionRecorder::add(Action action) {
  action.seconds = program.seconds();
  actions.push_back(std::move(action));
}

void ActionRecorder::showOutput() {
  std::string bytes = program.pump();
  // The result of the write is ignored: if the user's terminal is gone, the
  // next read from it ends the recording.
  (void)writeAll(output, bytes);
}

/// Passes on the keys that the user has typed. Returns false if the user has
/// pressed the key that ends the recording, or if the user's terminal is gone.
bool ActionRecorder::passInput() {
  struct pollfd asked = {input, POLLIN, 0};
  if (::poll(&asked, 1, 0) <= 0)
    return true;
  char buffer[4096];
  ssize_t size = ::read(input, buffer, sizeof(buffer));
  if (size <= 0)
    return size < 0 && errno == EINTR;
  constexpr char lastKey = 0x1d; // Ctrl-]
  llvm::StringRef bytes(buffer, static_cast<size_t>(size));
  auto [before, after] = bytes.split(lastKey);
  for (Action &action : keys.read(before)) {
    program.make(action);
    add(std::move(action));
  }
  return before.size() == bytes.size();
}

/// If the user's terminal has another size than before, gives the program's
/// terminal the same size.
void ActionRecorder::passSize() {
  winsize size = {};
  if (::ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ||
      size.ws_row == 0)
    return;
  if (size.ws_col == setting.columns && size.ws_row == setting.rows)
    return;
  Action action;
  action.kind = Action::Kind::Resize;
  action.columns = setting.columns = size.ws_col;
  action.rows = setting.rows = size.ws_row;
  program.make(action);
  add(std::move(action));
}

std::vector<Action> ActionRecorder::record() {
  // The loop waits only a short time, since it is not woken when the terminal
  // is resized or the program ends.
  constexpr int lookMilliseconds = 20;
  do {
    program.waitForEvent(lookMilliseconds, input);
    showOutput();
    passSize();
  } while (!stop.load() && !program.isOver() && passInput());
  showOutput();
  return std::move(actions);
}

llvm::Expected<ActionRecording> pinstripe::recordInTerminal(
    const LaunchSpec &launch, const TerminalSetting &terminal, RunPlace &place,
    int input, int output, const std::atomic<bool> &stop) {
  if (llvm::Error error = prepareRun(place, {}))
    return error;
  // In the user's terminal, Ctrl-C is a key like any other, so only other
  // signals set `stop`, which ends the recording. The program gets another
  // flag, which is never set: with `stop`, the result of the program would be
  // an InterruptedError, and the actions that were recorded so far would be
  // lost.
  std::atomic<bool> never = false;
  auto program =
      TerminalProgram::start(withoutTimeLimits(launch), terminal, place, never);
  if (!program)
    return program.takeError();
  ActionRecording recording;
  recording.list.setting = terminal;
  recording.list.actions =
      ActionRecorder(**program, terminal, input, output, stop).record();
  if (llvm::Error error = (*program)->finish(place).moveInto(recording.result))
    return error;
  return recording;
}

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

/// Passes everything on between the terminal of the user and the program.
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
  // If the terminal of the user is gone, reading from it ends the recording.
  (void)writeAll(output, bytes);
}

/// Passes on what the user has typed. Returns false if he wants to end the
/// recording, or if his terminal is gone.
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

/// Passes on the size of the user's terminal if it has changed.
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
  // A resized terminal, or the end of the program, wakes nobody here, so the
  // wait is short.
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
  // Ctrl-C in the user's terminal is a key, so `stop` is set by other signals
  // only. What was recorded before is not lost.
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

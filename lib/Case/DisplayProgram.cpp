// Runs a program that shows its windows on a display without a screen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DisplayProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace pinstripe;

// The class OutputPipe is a pipe to which the program writes its output and its
// messages.

llvm::Expected<OutputPipe> OutputPipe::open() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return llvm::make_error<EngineError>("can't create a pipe: " +
                                         llvm::sys::StrError());
  OutputPipe pipe;
  pipe.reader = FileDescriptor(ends[0]);
  pipe.writer = FileDescriptor(ends[1]);
  (void)::fcntl(pipe.reader.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

ChildStreams OutputPipe::streams() {
  FileDescriptor second(::fcntl(writer.get(), F_DUPFD_CLOEXEC, 3));
  return {FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
          std::move(writer), std::move(second)};
}

void OutputPipe::read() {
  // A program may never stop writing. So one call of this function reads only a
  // limited number of times.
  constexpr unsigned mostAtOnce = 256;
  char buffer[4096];
  for (unsigned i = 0; i < mostAtOnce; ++i) {
    ssize_t size = ::read(reader.get(), buffer, sizeof(buffer));
    if (size > 0)
      written.append(buffer, static_cast<size_t>(size));
    else if (size == 0 || errno != EINTR)
      return;
  }
}

// The program

std::vector<std::string> pinstripe::environmentOn(const std::string &display,
                                                  const LaunchSpec &launch) {
  std::vector<std::string> environment = launch.environment;
  llvm::erase_if(environment, [](llvm::StringRef each) {
    return each.starts_with("DISPLAY=") || each.starts_with("XAUTHORITY=") ||
           each.starts_with("WAYLAND_DISPLAY=");
  });
  environment.push_back("DISPLAY=" + display);
  return environment;
}

llvm::Expected<std::unique_ptr<DisplayProgram>>
DisplayProgram::start(const LaunchSpec &launch, const DisplaySetting &setting,
                      const RunPlace &place, const std::atomic<bool> &stop) {
  auto output = OutputPipe::open();
  if (!output)
    return output.takeError();
  auto server = XServer::start(
      setting, place.sandbox ? &place.sandbox->entry() : nullptr, stop);
  if (!server) {
    if (stop.load()) {
      // The user has interrupted the start of the display server. So the error
      // of the server only says that it did not start, and is dropped.
      llvm::consumeError(server.takeError());
      return llvm::make_error<InterruptedError>();
    }
    return server.takeError();
  }
  llvm::Expected<FileDescriptor> socket = (*server)->connect();
  if (!socket)
    return socket.takeError();
  auto display = XDisplay::connect(std::move(*socket));
  if (!display)
    return display.takeError();
  auto program =
      LimitedProgram::start(launch, environmentOn((*server)->name(), launch),
                            output->streams(), place, stop);
  if (!program)
    return program.takeError();
  return std::unique_ptr<DisplayProgram>(new DisplayProgram(
      std::move(*server), std::move(*display), std::move(*program),
      std::move(*output), place.sandbox != nullptr));
}

bool DisplayProgram::isOver() {
  return program->isOver(output.text().size(), ownProcesses);
}

bool DisplayProgram::waitUntilStill() {
  stillness.restart();
  constexpr int longestWait = 2;
  for (int wait = 0;; wait = std::min(wait + 1, longestWait)) {
    output.read();
    if (isOver())
      return false;
    if (stillness.isStill(/*readsEndByTime=*/false, [] { return false; }))
      return true;
    struct pollfd waitFor = {output.descriptor(), POLLIN, 0};
    (void)::poll(&waitFor, 1, wait);
  }
}

bool DisplayProgram::settle() {
  for (;;) {
    if (!waitUntilStill())
      return false;
    // The call of `noteSeen` says that the user now sees the windows. If there
    // is a new first window, the call also moves the mouse into it and sends
    // the keys to it. The program may then draw the window again, so this loop
    // waits once more.
    if (!display->noteSeen())
      return true;
  }
}

/// If `action` is a click, makes sure that at least one second has passed since
/// the last click, by the clock of the display. Otherwise the program could
/// take the two clicks for a double click. Moving the mouse away and back
/// between them would not help with Xt, which compares only the times of
/// clicks.
void DisplayProgram::separateClicks(const Action &action) {
  bool isClick = action.kind == Action::Kind::Click ||
                 action.kind == Action::Kind::DoubleClick ||
                 action.kind == Action::Kind::Press;
  if (!isClick)
    return;
  constexpr double apart = 1, microseconds = 1e6;
  if (lastClick && isConfined) {
    passTime(server->processId(), static_cast<uint64_t>(apart * microseconds));
  } else if (lastClick) {
    // Without a sandbox, the display uses the clock of the machine, which can't
    // be advanced. So this function waits until enough time has passed since
    // the last click.
    double rest = apart - (program->seconds() - *lastClick);
    if (rest > 0)
      (void)::usleep(static_cast<useconds_t>(rest * microseconds));
  }
  lastClick = program->seconds();
}

void DisplayProgram::make(const Action &action) {
  separateClicks(action);
  display->make(action, [this] { return waitUntilStill(); });
}

llvm::Expected<RunResult> DisplayProgram::finish(const RunPlace &place) {
  program->end();
  output.read();
  std::string seen = display->text();
  display.reset();
  server.reset();
  return program->result(place, {seen + output.text(), output.text()});
}

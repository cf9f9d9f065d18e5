// Records what a user does with a program that has windows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DisplayProgram.h"
#include "pinstripe/Case/ActionRecording.h"
#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Interaction/XRecorder.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <poll.h>

using namespace pinstripe;

/// Returns the path of the file that holds the access key of the user's
/// display. Programs find the file in the same way. Returns an empty text if
/// there is no such file.
static std::string keyFile() {
  if (const char *named = std::getenv("XAUTHORITY"))
    return named;
  llvm::SmallString<128> path;
  if (!llvm::sys::path::home_directory(path))
    return "";
  llvm::sys::path::append(path, ".Xauthority");
  return path.str().str();
}

/// Returns an error if programs in a sandbox can't reach the display.
static llvm::Error checkIsLocal(llvm::StringRef display) {
  if (display.starts_with(":") || display.starts_with("unix:"))
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      "the display " + display +
      " is reached by a network, which runs in a sandbox do not have; record "
      "with --unconfined, or on a display of this machine such as :0");
}

llvm::Expected<ActionRecording>
pinstripe::recordOnDisplay(const LaunchSpec &launch, RunPlace &place,
                           const std::atomic<bool> &stop) {
  auto recorder = XRecorder::open();
  if (!recorder)
    return recorder.takeError();
  std::string display = std::getenv("DISPLAY"), key = keyFile();
  std::vector<ProvidedFile> files;
  if (place.sandbox) {
    if (llvm::Error error = checkIsLocal(display))
      return error;
    // The file with the access key of the display is often in a folder that the
    // sandbox does not show. So the program gets a copy of the file.
    llvm::Expected<std::string> content = readFile(key);
    key.clear();
    if (content) {
      key = "/tmp/.pinstripe-xauthority";
      files.push_back({key, std::move(*content)});
    } else {
      // The program is run even if the access key of the display can't be read,
      // since many displays need none. A display that needs the key refuses the
      // program, and the program reports that.
      llvm::consumeError(content.takeError());
    }
  }
  std::vector<std::string> environment = environmentOn(display, launch);
  if (!key.empty())
    environment.push_back("XAUTHORITY=" + key);
  if (llvm::Error error = prepareRun(place, files))
    return error;
  auto output = OutputPipe::open();
  if (!output)
    return output.takeError();
  // The flag `stop` ends the loop below. The program gets another flag, which
  // is never set: with `stop`, the result of the program would be an
  // InterruptedError, and the actions that were recorded so far would be lost.
  std::atomic<bool> never = false;
  auto program =
      LimitedProgram::start(withoutTimeLimits(launch), std::move(environment),
                            output->streams(), place, never);
  if (!program)
    return program.takeError();
  ActionRecording recording;
  recording.list.setting = (*recorder)->display();
  while (!stop.load() &&
         !(*program)->isOver(output->text().size(), /*ownProcesses=*/1)) {
    // The call of poll() does not return when the program ends. So each wait is
    // short.
    constexpr int lookMilliseconds = 20;
    struct pollfd waitFor[] = {{(*recorder)->descriptor(), POLLIN, 0},
                               {output->descriptor(), POLLIN, 0}};
    (void)::poll(waitFor, 2, lookMilliseconds);
    output->read();
    if (!(*recorder)->read((*program)->seconds()))
      break;
  }
  (void)(*recorder)->read((*program)->seconds());
  recording.list.actions = (*recorder)->take();
  (*program)->end();
  output->read();
  if (llvm::Error error = (*program)
                              ->result(place, {output->text(), output->text()})
                              .moveInto(recording.result))
    return error;
  return recording;
}

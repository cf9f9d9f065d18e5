// A program that shows its windows on a display of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H
#define PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

#include "LimitedProgram.h"
#include "pinstripe/Interaction/Stillness.h"
#include "pinstripe/Interaction/XDisplay.h"
#include "pinstripe/Interaction/XServer.h"

namespace pinstripe {

/// The pipe to which a program writes its output and its messages. Nothing that
/// it writes waits for a reader for long, if `read` is called.
class OutputPipe {
public:
  static llvm::Expected<OutputPipe> open();
  /// Returns the streams of the program. To be called once.
  ChildStreams streams();
  /// Reads what the program has written since the last call, without waiting.
  void read();
  const std::string &text() const { return written; }
  int descriptor() const { return reader.get(); }

private:
  FileDescriptor reader, writer;
  std::string written;
};

/// A program that is running on a display without a screen. All its limits are
/// kept as long as `settle` is called.
class DisplayProgram {
public:
  /// Starts a display and the program in `place`. `launch` and `stop` must
  /// outlive the result.
  static llvm::Expected<std::unique_ptr<DisplayProgram>>
  start(const LaunchSpec &launch, const DisplaySetting &setting,
        const RunPlace &place, const std::atomic<bool> &stop);

  /// Waits until the program waits for its user, and notes what he then sees.
  /// Returns false if the program has ended, or has to be ended (see `finish`).
  bool settle();
  /// Makes an action.
  void make(const Action &action);
  /// Ends the program if it is still running, and returns the result of the
  /// run. Returns an InterruptedError if `stop` has ended the run.
  llvm::Expected<RunResult> finish(const RunPlace &place);

private:
  bool waitUntilStill();
  DisplayProgram(std::unique_ptr<XServer> server,
                 std::unique_ptr<XDisplay> display,
                 std::unique_ptr<LimitedProgram> program, OutputPipe output,
                 bool isConfined)
      : server(std::move(server)), display(std::move(display)),
        program(std::move(program)), output(std::move(output)),
        isConfined(isConfined), stillness(this->program->processId()),
        ownProcesses(1 + this->server->processes()) {
    stillness.watchServer(this->server->processId());
  }
  bool isOver();
  void separateClicks(const Action &action);

  std::unique_ptr<XServer> server;
  std::unique_ptr<XDisplay> display;
  std::unique_ptr<LimitedProgram> program;
  OutputPipe output;
  bool isConfined;
  Stillness stillness;
  /// The supervisor of the program, and the server with its supervisor.
  unsigned ownProcesses;
  /// True if the last action was a click or a part of it.
  bool hasClicked = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

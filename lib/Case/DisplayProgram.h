// Runs a program that shows its windows on a display without a screen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H
#define PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

#include "LimitedProgram.h"
#include "PlayedProgram.h"
#include "pinstripe/Interaction/Stillness.h"
#include "pinstripe/Interaction/XDisplay.h"
#include "pinstripe/Interaction/XServer.h"

namespace pinstripe {

/// A pipe to which a program writes its output and its messages. `read` must be
/// called often, since the program has to wait while the pipe is full.
class OutputPipe {
public:
  static llvm::Expected<OutputPipe> open();
  /// Returns the standard streams for the program. May be called only once.
  ChildStreams streams();
  /// Reads what the program has written since the last call. Does not wait.
  void read();
  const std::string &text() const { return written; }
  int descriptor() const { return reader.get(); }

private:
  FileDescriptor reader, writer;
  std::string written;
};

/// Returns the environment of a program that shows its windows on the display
/// with the name `display`.
std::vector<std::string> environmentOn(const std::string &display,
                                       const LaunchSpec &launch);

/// A program that runs on a display without a screen. `settle` also checks the
/// limits of the program, so it must be called often.
class DisplayProgram : public PlayedProgram {
public:
  /// Starts a display, and then the program in the sandbox and the working
  /// directory of `place`. `stop` must outlive the program.
  static llvm::Expected<std::unique_ptr<DisplayProgram>>
  start(const LaunchSpec &launch, const DisplaySetting &setting,
        const RunPlace &place, const std::atomic<bool> &stop);

  bool settle() override;
  void make(const Action &action) override;
  llvm::Expected<RunResult> finish(const RunPlace &place) override;

private:
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
  bool waitUntilStill();
  void separateClicks(const Action &action);

  std::unique_ptr<XServer> server;
  std::unique_ptr<XDisplay> display;
  std::unique_ptr<LimitedProgram> program;
  OutputPipe output;
  bool isConfined;
  Stillness stillness;
  /// How many processes in the sandbox belong to Pinstripe: the supervisor of
  /// the program, the display server, and the supervisor of the server.
  unsigned ownProcesses;
  /// When the last click or press of a mouse button was made, in seconds since
  /// the program was started; nullopt if there was none.
  std::optional<double> lastClick;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

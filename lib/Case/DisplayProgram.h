// A program that shows its windows on a display of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H
#define PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

#include "LimitedProgram.h"
#include "PlayedProgram.h"
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

/// Returns the environment of a program that shows its windows on the display
/// with this name.
std::vector<std::string> environmentOn(const std::string &display,
                                       const LaunchSpec &launch);

/// A program that is running on a display without a screen. All its limits are
/// kept as long as `settle` is called.
class DisplayProgram : public PlayedProgram {
public:
  /// Starts a display and the program in `place`. `stop` must outlive the
  /// result.
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
  /// The supervisor of the program, and the server with its supervisor.
  unsigned ownProcesses;
  /// The time of the last click, or of a part of one, in seconds since the
  /// program was started; nullopt before the first.
  std::optional<double> lastClick;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_DISPLAYPROGRAM_H

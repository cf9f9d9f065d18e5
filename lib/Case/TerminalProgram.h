// A program that runs in a pseudo terminal, with the screen that it has drawn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_TERMINALPROGRAM_H
#define PINSTRIPE_LIB_CASE_TERMINALPROGRAM_H

#include "LimitedProgram.h"
#include "PlayedProgram.h"
#include "pinstripe/Interaction/PseudoTerminal.h"
#include "pinstripe/Interaction/Screen.h"
#include "pinstripe/Interaction/Stillness.h"
#include "pinstripe/Interaction/WrittenText.h"

namespace pinstripe {

/// A program that is running in a pseudo terminal. All its limits are kept as
/// long as `pump` or `settle` are called.
class TerminalProgram : public PlayedProgram {
public:
  /// Starts the program in `place`. `stop` must outlive the result.
  static llvm::Expected<std::unique_ptr<TerminalProgram>>
  start(const LaunchSpec &launch, const TerminalSetting &setting,
        const RunPlace &place, const std::atomic<bool> &stop);

  /// Shows on the screen what the program has written since the last call, and
  /// returns it. Sends the answers of the terminal to the program.
  std::string pump();
  /// Waits for output, for input on `userInput`, or for the end of the program,
  /// but no longer than `milliseconds`. `userInput` may be -1.
  void waitForEvent(int milliseconds, int userInput = -1);
  bool settle() override;
  void make(const Action &action) override;
  /// Returns whether the program has ended, or has to be ended since it has
  /// reached a limit or somebody has set `stop`.
  bool isOver();

  llvm::Expected<RunResult> finish(const RunPlace &place) override;
  Screen &screen() { return theScreen; }
  double seconds() const { return program->seconds(); }

private:
  TerminalProgram(std::unique_ptr<LimitedProgram> program,
                  PseudoTerminal terminal, const TerminalSetting &setting)
      : program(std::move(program)), terminal(std::move(terminal)),
        theScreen(setting), stillness(this->program->processId()) {}
  bool isStill();
  void type(llvm::StringRef bytes);
  void resize(unsigned columns, unsigned rows);

  std::unique_ptr<LimitedProgram> program;
  PseudoTerminal terminal;
  Screen theScreen;
  Stillness stillness;
  WrittenText written;
  uint64_t writtenBytes = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_TERMINALPROGRAM_H

// Runs a program in a pseudo terminal, and keeps the screen that it draws.
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

/// A program that runs in a pseudo terminal. The limits of the program are
/// checked only in `isOver` and `settle`, so one of them must be called often.
class TerminalProgram : public PlayedProgram {
public:
  /// Starts the program in the sandbox and the working directory of `place`.
  /// `stop` must outlive the program.
  static llvm::Expected<std::unique_ptr<TerminalProgram>>
  start(const LaunchSpec &launch, const TerminalSetting &setting,
        const RunPlace &place, const std::atomic<bool> &stop);

  /// Reads what the program has written since the last call, draws it on the
  /// screen, and returns it. Sends the answers of the terminal, such as the
  /// position of the cursor, to the program.
  std::string pump();
  /// Waits for output of the program, for input on the descriptor `userInput`,
  /// or for the end of the program, but at most `milliseconds`. `userInput` may
  /// be -1 for none.
  void waitForEvent(int milliseconds, int userInput = -1);
  bool settle() override;
  void make(const Action &action) override;
  /// Returns true if the program has ended. Also returns true if the program
  /// must be ended, because it has reached a limit or `stop` is set.
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

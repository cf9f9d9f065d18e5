//===- Command.h - One verb of the command line -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_COMMAND_H
#define PINSTRIPE_TOOLS_COMMAND_H

#include "pinstripe/Support/ExitStatus.h"
#include "llvm/Support/Error.h"
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

/// The words behind `--`: the program under test and its arguments.
using CommandWords = std::vector<std::string>;

/// A verb: adds its options to the application when it is created, and does
/// its work when the user chose it.
class Command {
public:
  explicit Command(CLI::App *options) : options(options) {}
  virtual ~Command() = default;
  bool isChosen() const { return options->parsed(); }
  virtual llvm::Expected<ExitStatus> run(const CommandWords &words) = 0;

protected:
  CLI::App *options;
};

std::unique_ptr<Command> createOmitCommand(CLI::App &app);
std::unique_ptr<Command> createReplaceCommand(CLI::App &app);
std::unique_ptr<Command> createRecordCommand(CLI::App &app);
std::unique_ptr<Command> createReduceCommand(CLI::App &app);
std::unique_ptr<Command> createShowCommand(CLI::App &app);
std::unique_ptr<Command> createVerifyCommand(CLI::App &app);
std::unique_ptr<Command> createCompareCommand(CLI::App &app);
std::unique_ptr<Command> createLocateCommand(CLI::App &app);
std::unique_ptr<Command> createSwitchCommand(CLI::App &app);
std::unique_ptr<Command> createSliceCommand(CLI::App &app);
std::unique_ptr<Command> createUnitsCommand(CLI::App &app);
std::unique_ptr<Command> createDoctorCommand(CLI::App &app);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMMAND_H

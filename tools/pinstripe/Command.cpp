// Describes the verbs of the command line: each has options and does some work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Command.h"

using namespace pinstripe;

Command::Command(CLI::App &tool, VerbDescription text)
    : options(tool.add_subcommand(text.name, text.sentence)),
      text(std::move(text)) {
  options->formatter(std::make_shared<HelpFormatter>(this->text));
  options->get_help_ptr()->description("Print this help and exit");
}

std::vector<std::unique_ptr<Command>> pinstripe::describeTool(CLI::App &tool) {
  tool.name("pinstripe");
  tool.description("Finds the statements of one run of a C or C++ program "
                   "without which its output would not come out, and the lines "
                   "to read first when that output is wrong");
  tool.formatter(std::make_shared<ToolHelpFormatter>());
  tool.get_help_ptr()->description("Print this help and exit");
  tool.set_version_flag("--version", "pinstripe " PINSTRIPE_VERSION,
                        "Print the version and exit");
  tool.require_subcommand(1);
  std::vector<std::unique_ptr<Command>> verbs;
  for (auto create :
       {createReduceCommand,      createLocateCommand,  createExplainCommand,
        createSwitchCommand,      createOmitCommand,    createReplaceCommand,
        createMutateCommand,      createSliceCommand,   createCompareCommand,
        createInputCommand,       createOptionsCommand, createActionsCommand,
        createChangesCommand,     createSourceCommand,  createCallCommand,
        createTransitionsCommand, createCTestCommand,   createRecordCommand,
        createShowCommand,        createReportCommand,  createExportCommand,
        createReplayCommand,      createVerifyCommand,  createUnitsCommand,
        createDoctorCommand})
    verbs.push_back(create(tool));
  return verbs;
}

// The verb `units`: lists the statements of a program that can be skipped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseOptions.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Driver/Inspect/PatchPreview.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Report/PatchListing.h"
#include "pinstripe/Report/UnitListing.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class UnitsCommand : public Command {
public:
  explicit UnitsCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addProgramOptions();
  llvm::Expected<UnitTable> readProgram();
  llvm::Error printPatches(const UnitTable &table, bool &found) const;

  std::string program;
  std::string function;
  std::string json;
  std::vector<std::string> modules;
  std::vector<std::string> environment;
  std::vector<std::string> sourceMap;
  TerminalOptions terminal;
  bool patches = false;
  ModelOptions model;
};

} // namespace

static VerbDescription describeUnits() {
  return {"units",
          "Lists the statements of a program that can be skipped, and those "
          "that can't, with the reason",
          {"[OPTIONS] PROGRAM"},
          {"pinstripe units --function main ./prog"}};
}

UnitsCommand::UnitsCommand(CLI::App &tool) : Command(tool, describeUnits()) {
  options->add_option("PROGRAM", program, "The executable")
      ->group(group::question);
  options
      ->add_option("--function", function,
                   "Only this function: `area`, `Shape::area`")
      ->option_text("NAME")
      ->group(group::question);
  options
      ->add_flag("--patches", patches,
                 "Instead of the statements, list how the native engine "
                 "patches the code, and verify the patches")
      ->group(group::output);
  options
      ->add_option("--json", json,
                   "Write the statements as JSON to this file; -: to standard "
                   "output, in place of the text")
      ->option_text("FILE")
      ->excludes("--patches")
      ->group(group::output);
  addHyperlinks(*options, terminal);
  addProgramOptions();
}

void UnitsCommand::addProgramOptions() {
  options->add_option("--module", modules, moduleHelp.str())
      ->allow_extra_args(false)
      ->option_text("NAME|PATH")
      ->group(group::run);
  options
      ->add_option("--env", environment,
                   "Adds a variable to the environment in which the loader "
                   "looks for libraries; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group::run);
  addSourceMap(*options, sourceMap);
  options
      ->add_option("-p", model.compilationDatabase,
                   "Folder of `compile_commands.json`; without it, the "
                   "compiler flags come from the debug information")
      ->option_text("DIR")
      ->group(group::run);
}

llvm::Expected<UnitTable> UnitsCommand::readProgram() {
  llvm::Expected<std::string> path = findProgram(program);
  if (!path)
    return path.takeError();
  if (llvm::Error error = checkAssignments(environment))
    return error;
  LaunchSpec launch;
  launch.program = *path;
  launch.environment = runEnvironment(environment, Poison::Stale);
  if (llvm::Error error =
          findModules(modules, launch).moveInto(model.libraries))
    return error;
  model.cacheFolder = sourceCacheFolder();
  llvm::Expected<SourceFinder> sources = createSourceFinder(sourceMap);
  if (!sources)
    return sources.takeError();
  model.sources = &*sources;
  llvm::Expected<UnitTable> table = buildUnitTable(*path, model);
  model.sources = nullptr;
  if (table)
    remarksOnSources(*table, *sources).tell([](llvm::StringRef text) {
      messages() << printableLines(text) << '\n';
    });
  return table;
}

llvm::Error UnitsCommand::printPatches(const UnitTable &table,
                                       bool &found) const {
  llvm::Expected<std::vector<PatchSummary>> previews = previewPatches(table);
  if (!previews)
    return previews.takeError();
  found = listPatches(table, *previews, function, styleFor(STDOUT_FILENO),
                      LinkedResults(terminal.links).stream());
  size_t findings = 0;
  for (const PatchSummary &preview : *previews)
    findings += preview.findings.size();
  if (findings == 0)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      "the patches of " + program + " are wrong in " +
      counted(findings, "place") + "; use --engine lldb");
}

llvm::Expected<ExitStatus> UnitsCommand::run(const CommandWords &words) {
  if (program.empty() && !words.empty())
    program = words.front();
  llvm::Expected<UnitTable> table = readProgram();
  if (!table)
    return table.takeError();
  bool found = true;
  if (patches) {
    if (llvm::Error error = printPatches(*table, found))
      return error;
  } else if (json != "-") {
    found = listUnits(*table, function, styleFor(STDOUT_FILENO),
                      LinkedResults(terminal.links).stream());
  }
  if (!json.empty())
    if (llvm::Error error =
            writeOutputFile(json, [&](llvm::raw_ostream &stream) {
              found =
                  writeUnitsJSON(*table, function, PINSTRIPE_VERSION, stream);
            }))
      return error;
  if (!found)
    return llvm::make_error<UsageError>(
        function + ": no such traced function in " + program +
        "; `pinstripe units " + program + "` lists them");
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createUnitsCommand(CLI::App &tool) {
  return std::make_unique<UnitsCommand>(tool);
}

//===- UnitsCommand.cpp - pinstripe units ---------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Driver/ModuleFiles.h"
#include "pinstripe/Driver/PatchPreview.h"
#include "pinstripe/Driver/ProgramFile.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Report/UnitListing.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class UnitsCommand : public Command {
public:
  explicit UnitsCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<UnitTable> readProgram();
  llvm::Error printPatches(const UnitTable &table, bool &found) const;

  std::string program;
  std::string function;
  std::string json;
  std::vector<std::string> modules;
  std::vector<std::string> environment;
  bool patches = false;
  ModelOptions model;
};

} // namespace

UnitsCommand::UnitsCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "units", "Lists the statement units of a program, and what was "
                   "merged, glued, pinned or refused and why")) {
  options->add_option("program", program, "The executable")->option_text("");
  options
      ->add_option("--function", function,
                   "Only this function: `area`, `Shape::area`")
      ->option_text("NAME");
  options->add_option("--module", modules, moduleHelp.str())
      ->allow_extra_args(false)
      ->option_text("NAME|PATH");
  options
      ->add_option("--env", environment,
                   "Added to the environment in which libraries are looked "
                   "for; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  options
      ->add_option("-p", model.compilationDatabase,
                   "Folder of compile_commands.json")
      ->option_text("DIR");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE");
  options
      ->add_flag("--patches", patches,
                 "Instead of the units list how the native engine patches "
                 "the code, and verify it")
      ->excludes("--json");
  options->footer("Example:\n  pinstripe units --function main ./prog");
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
  llvm::Expected<std::vector<std::string>> files = findModules(modules, launch);
  if (!files)
    return files.takeError();
  model.libraries = std::move(*files);
  model.cacheFolder = sourceCacheFolder();
  return buildUnitTable(*path, model);
}

llvm::Error UnitsCommand::printPatches(const UnitTable &table,
                                       bool &found) const {
  llvm::Expected<std::vector<PatchPreview>> previews = previewPatches(table);
  if (!previews)
    return previews.takeError();
  found = listPatches(table, *previews, function, styleFor(STDOUT_FILENO),
                      llvm::outs());
  size_t findings = 0;
  for (const PatchPreview &preview : *previews)
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
    found = listUnits(*table, function, styleFor(STDOUT_FILENO), llvm::outs());
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

std::unique_ptr<Command> pinstripe::createUnitsCommand(CLI::App &app) {
  return std::make_unique<UnitsCommand>(app);
}

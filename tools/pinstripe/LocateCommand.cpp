// The verb `locate`: ranks the lines to read first if the output is wrong.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Locate/LocateVerb.h"

using namespace pinstripe;

namespace {

class LocateCommand : public ChangeCommand {
public:
  explicit LocateCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;
};

} // namespace

static VerbDescription describeLocate() {
  return {"locate",
          "Ranks the lines to read first when the output is wrong, or the "
          "program crashes",
          {"[--expect-stdout FILE] [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe locate --expect-stdout right.txt --stdin in.txt -- "
           "./prog",
           "pinstripe locate --stdin in.txt -- ./crashing"}};
}

LocateCommand::LocateCommand(CLI::App &tool)
    : ChangeCommand(tool, describeLocate(), CaseOptions::Scope::Run) {
  addExpectedOutput();
  addOtherRuns();
  addLanes("Runs");
  addFresh();
  addMaxTime(60);
  addLimit("lines");
  addJSON();
  addReport();
  addSARIF();
  addAnnotations();
}

llvm::Expected<ExitStatus> LocateCommand::run(const CommandWords &words) {
  return experiment(words, [&](OpenedCase &opened) {
    LocateOptions settings;
    settings.expectedOutput = expectedOutput;
    settings.passing = passing;
    settings.failing = failing;
    settings.fresh = fresh;
    settings.lanes = laneOptions(opened.record);
    settings.sourceMap = opened.record.sourceMap;
    settings.progress = opened.status.listener();
    settings.soFar = [&](const LocateSummary &found) {
      opened.status.show(found);
    };
    auto writeText = [&](const LocateSummary &found, const TextStyle &style,
                         llvm::raw_ostream &stream) {
      writeLocation(found, style, limit, stream);
    };
    llvm::Expected<LocateSummary> found = locate(opened, settings);
    if (found)
      found->reference = madeRuns;
    return report(opened, std::move(found), writeText, writeLocationJSON);
  });
}

std::unique_ptr<Command> pinstripe::createLocateCommand(CLI::App &tool) {
  return std::make_unique<LocateCommand>(tool);
}

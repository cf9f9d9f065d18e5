// The verb `mutate`: tries small changes of the source, to correct the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "pinstripe/Driver/Mutate/MutateVerb.h"

using namespace pinstripe;

namespace {

class MutateCommand : public ChangeCommand {
public:
  explicit MutateCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;
};

} // namespace

static VerbDescription describeMutate() {
  return {"mutate",
          "Changes statements of the source a little, one at a time, and lists "
          "the changes that make the output right",
          {"[--expect-stdout FILE] [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe mutate --expect-stdout right.txt --stdin in.txt -- "
           "./prog"}};
}

MutateCommand::MutateCommand(CLI::App &tool)
    : ChangeCommand(tool, describeMutate(), CaseOptions::Scope::Run) {
  addExpectedOutput();
  addOtherRuns();
  addLanes("Mutants run");
  addFresh();
  addBudget();
  addLimit("statements");
  addJSON();
  addReport();
  addAnnotations();
}

llvm::Expected<ExitStatus> MutateCommand::run(const CommandWords &words) {
  return experiment(words, [&](OpenedCase &opened) {
    MutateOptions settings;
    settings.expectedOutput = expectedOutput;
    settings.passing = passing;
    settings.failing = failing;
    settings.maxTests = maxTests;
    settings.fresh = fresh;
    settings.lanes = laneOptions(opened.record);
    settings.sourceMap = opened.record.sourceMap;
    settings.progress = opened.status.listener();
    auto writeText = [&](const MutationSummary &found, const TextStyle &style,
                         llvm::raw_ostream &stream) {
      writeMutations(found, style, limit, stream);
    };
    llvm::Expected<MutationSummary> found = tryMutations(opened, settings);
    if (found)
      found->reference = madeRuns;
    return report(opened, std::move(found), writeText, writeMutationsJSON);
  });
}

std::unique_ptr<Command> pinstripe::createMutateCommand(CLI::App &tool) {
  return std::make_unique<MutateCommand>(tool);
}

// The verb `options`: reduces the command line with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "CircumstanceCommand.h"
#include "RedirectedInput.h"
#include "pinstripe/Circumstance/OptionsVerb.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace pinstripe;

namespace {

class OptionsCommand : public CircumstanceCommand {
public:
  explicit OptionsCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addQuestion();
  void addSearch();
  void addRun();

  OptionsVerbOptions verb;
  std::vector<std::string> only;
};

} // namespace

static VerbDescription describeOptions() {
  return {"options",
          "Reduces the command line with which a program fails: its arguments, "
          "environment variables and named files",
          {"[OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe options --same-exit -- ./prog -v --level=3 -x in.txt",
           "pinstripe options --same-exit --isolate './prog -v in.txt' -- "
           "./prog -v --level=3 -x in.txt"}};
}

OptionsCommand::OptionsCommand(CLI::App &tool)
    : CircumstanceCommand(tool, describeOptions()) {
  addQuestion();
  addPredicates();
  addRightRuns();
  addSearch();
  addSearchOptions();
  addRun();
  addResultFiles();
}

void OptionsCommand::addQuestion() {
  options
      ->add_option("--only", only,
                   "Leave out only these: arguments, variables (of the "
                   "environment), or files (that arguments name; a run does "
                   "not find what is left out); may be repeated [all]")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"arguments", "variables", "files"}))
      ->option_text("WHAT")
      ->group(group::question);
  addForms("Look for the longest command line that does not fail, instead of a "
           "short one that fails",
           "Look for a minimal difference that decides between this command "
           "line, with which the program passes, and the one that fails. It "
           "may begin with variables: `env -u NAME NAME=VALUE ./prog -v`; just "
           "`./prog`: no arguments",
           "COMMAND");
}

void OptionsCommand::addSearch() {
  const std::map<std::string, ArgumentGrain> grains = {
      {"groups", ArgumentGrain::Groups},
      {"arguments", ArgumentGrain::Arguments},
      {"parts", ArgumentGrain::Parts}};
  verb.scope.grain = ArgumentGrain::Parts;
  options
      ->add_option("--by", verb.scope.grain,
                   "The finest parts of a command line that are left out: "
                   "groups (`-x V`, an option with its value), arguments, or "
                   "parts of arguments (`=V` of `--x=V`, an item of `a,b`, a "
                   "letter of `-abc` if a run shows that `-a -b -c` does the "
                   "same). Coarser ones come first [parts]")
      ->transform(oneOf(grains))
      ->option_text("WHAT")
      ->group(group::search);
  addAlgorithm(usualAlgorithms);
}

void OptionsCommand::addRun() {
  addStandardInput(*options, verb.standardInput);
  addRunOptions();
  options->get_option("--env")->description(
      "Adds a variable to the environment of the program, which is that of "
      "Pinstripe itself; may be repeated");
  options
      ->add_option("--unset", verb.unset,
                   "Removes a variable from the environment of the program; "
                   "may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME")
      ->group(group::run);
}

llvm::Expected<ExitStatus> OptionsCommand::run(const CommandWords &words) {
  if (verb.standardInput.empty())
    verb.standardInput = redirectedInput();
  if (!only.empty()) {
    verb.scope.arguments = llvm::is_contained(only, "arguments");
    verb.scope.variables = llvm::is_contained(only, "variables");
    verb.scope.files = llvm::is_contained(only, "files");
  }
  return search(words, verb, reduceOptions, writeOptions, writeOptionsJSON);
}

std::unique_ptr<Command> pinstripe::createOptionsCommand(CLI::App &tool) {
  return std::make_unique<OptionsCommand>(tool);
}

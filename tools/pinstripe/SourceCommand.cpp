// The verb `source`: reduces the text of a program while a run still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "CircumstanceCommand.h"
#include "RedirectedInput.h"
#include "pinstripe/Circumstance/SourceVerb.h"
#include <map>

using namespace pinstripe;

namespace {

class SourceCommand : public CircumstanceCommand {
public:
  explicit SourceCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addTexts();
  void addSearch();
  void addOutput();

  SourceVerbOptions verb;
  bool keepsLayout = false;
};

} // namespace

static VerbDescription describeSource() {
  return {"source",
          "Reduces the text of a C or C++ program while a run still fails, for "
          "example a compiler on it",
          {"[--file NAME]... [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe source --same-exit -- gcc -O2 -c bug.c",
           "pinstripe source --file bug.c --check ./is-bug.sh -- sh -c 'cc "
           "bug.c && ./a.out'"}};
}

SourceCommand::SourceCommand(CLI::App &tool)
    : CircumstanceCommand(tool, describeSource()) {
  addTexts();
  addPredicates();
  addRightRuns();
  addSearch();
  addSearchOptions();
  addRunOptions();
  addOutput();
  addResultFiles();
}

void SourceCommand::addTexts() {
  options
      ->add_option("--file", verb.files,
                   "File in C or C++ that the program reads, which is reduced. "
                   "The program finds the reduced text under the same name; "
                   "your file stays as it is. May be repeated [the arguments "
                   "of the program that name such files]")
      ->allow_extra_args(false)
      ->option_text("NAME")
      ->group(group::question);
  options
      ->add_flag("--inline-headers", verb.inlineHeaders,
                 "Replace each #include by the text of the header first, so "
                 "that headers are reduced, too. Macros stay macros")
      ->group(group::question);
  options
      ->add_option("--flag", verb.flags,
                   "Flag with which Clang reads the text, such as "
                   "--flag=-Iinclude; may be repeated. Arguments of the "
                   "program that look like such flags are taken as well")
      ->allow_extra_args(false)
      ->option_text("FLAG")
      ->group(group::question);
  addStandardInput(*options, verb.standardInput);
}

void SourceCommand::addSearch() {
  const std::map<std::string, SourceLevel> words = {
      {"deletions", SourceLevel::Deletions},
      {"contents", SourceLevel::Contents},
      {"lines", SourceLevel::Lines},
      {"simplifications", SourceLevel::Simplifications},
      {"tokens", SourceLevel::Tokens}};
  options
      ->add_option("--by", verb.levels,
                   "Make edits of this kind only: deletions (of declarations, "
                   "statements, parameters, ...), contents (a loop, branch or "
                   "block becomes what is in it), lines, simplifications (of "
                   "expressions) or tokens; may be repeated [all, in this "
                   "order]")
      ->allow_extra_args(false)
      ->transform(oneOf(words))
      ->option_text("KIND")
      ->group(group::search);
  options
      ->add_flag("--accept-errors", verb.acceptsErrors,
                 "Also run texts in which Clang finds an error. Otherwise they "
                 "are unresolved without a run, unless the original text has "
                 "the same errors")
      ->group(group::search);
  stated.algorithm = allAlgorithms().front().name.str();
  addAlgorithm("halving");
}

void SourceCommand::addOutput() {
  verb.output = "reduced";
  options
      ->add_option("-o,--output", verb.output,
                   "Folder for the reduced files [reduced]")
      ->option_text("DIR")
      ->group(group::output);
  options
      ->add_flag("--no-format", keepsLayout,
                 "Leave the result as the edits have left it. Otherwise "
                 "clang-format writes it, if it fails then, too")
      ->group(group::output);
}

llvm::Expected<ExitStatus> SourceCommand::run(const CommandWords &words) {
  if (verb.standardInput.empty())
    verb.standardInput = redirectedInput();
  verb.isFormatted = !keepsLayout;
  return search(words, verb, reduceSource, writeSources, writeSourcesJSON);
}

std::unique_ptr<Command> pinstripe::createSourceCommand(CLI::App &tool) {
  return std::make_unique<SourceCommand>(tool);
}

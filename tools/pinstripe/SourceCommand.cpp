// The verb `source`: reduces the text of a program while a run still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "CircumstanceCommand.h"
#include "RedirectedInput.h"
#include "pinstripe/Circumstance/SourceVerb.h"
#include "pinstripe/Report/SourceReport.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <unistd.h>

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
  addJSON();
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
  options
      ->add_option("--stdin", verb.standardInput,
                   "File for standard input [the file after `<`, else empty]")
      ->option_text("FILE")
      ->group(group::run);
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
  verb.algorithm = allAlgorithms().front().name.str();
  addAlgorithm(verb.algorithm, "halving");
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
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  StatusLine status(terminal, stopwatch);
  ConsoleProgress progress(status, stopwatch);
  const std::atomic<bool> &interrupted = catchInterrupts();
  if (llvm::Error error = programOf(words, status).moveInto(verb.program))
    return error;
  if (verb.standardInput.empty())
    verb.standardInput = redirectedInput();
  verb.isFormatted = !keepsLayout;
  verb.maxTests = maxTests;
  verb.deadline = deadline();
  llvm::Expected<SourceSummary> found =
      reduceSource(verb, progress, interrupted);
  status.clear();
  if (!found)
    return found.takeError();
  found->version = PINSTRIPE_VERSION;
  found->interrupted |= interrupted.load();
  found->totalSeconds = stopwatch.seconds();
  if (llvm::Error error = writeResult(*found, writeSources, writeSourcesJSON))
    return error;
  if (!found->failure.empty())
    return llvm::make_error<EngineError>(found->failure);
  return found->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createSourceCommand(CLI::App &tool) {
  return std::make_unique<SourceCommand>(tool);
}

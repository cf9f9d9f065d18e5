// The verb `input`: reduces the input with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Choices.h"
#include "CircumstanceCommand.h"
#include "RedirectedInput.h"
#include "pinstripe/Circumstance/InputVerb.h"
#include <map>

using namespace pinstripe;

namespace {

class InputCommand : public CircumstanceCommand {
public:
  explicit InputCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addInputs();
  void addSearch();

  InputVerbOptions verb;
  std::optional<PartKind> parts;
};

} // namespace

static VerbDescription describeInput() {
  return {"input",
          "Reduces the input with which a program fails to a small one with "
          "which it still fails",
          {"[--stdin FILE] [--file NAME]... [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe input --stdin in.txt --same-exit -- ./prog",
           "pinstripe input --file page.html -o small.html -- ./prog "
           "page.html"}};
}

InputCommand::InputCommand(CLI::App &tool)
    : CircumstanceCommand(tool, describeInput()) {
  addInputs();
  addPredicates();
  addRightRuns();
  addSearch();
  addSearchOptions();
  addRunOptions();
  addResultFiles();
}

void InputCommand::addInputs() {
  options
      ->add_option("--stdin", verb.standardInput,
                   "File for standard input, which is reduced [the file after "
                   "`<`]")
      ->option_text("FILE")
      ->group(group::question);
  options
      ->add_option("--file", verb.files,
                   "File that the program reads, which is reduced. The program "
                   "finds the reduced content under the same name; your file "
                   "stays as it is. May be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME")
      ->group(group::question);
  addForms("Look for the largest part of the input that does not fail, instead "
           "of a small one that fails",
           "Look for a minimal difference that decides between this input, "
           "with which the program passes, and the one that fails; /dev/null: "
           "the empty input",
           "FILE");
  options
      ->add_option("-o,--output", verb.output,
                   "File for the result, or folder if there are several inputs "
                   "[NAME.reduced in the current folder]. What passes, with "
                   "--isolate, gets a file with `.passing` after that name")
      ->option_text("FILE")
      ->group(group::output);
}

void InputCommand::addSearch() {
  const std::map<std::string, PartKind> kinds = {
      {"lines", PartKind::Lines},
      {"tokens", PartKind::Tokens},
      {"characters", PartKind::Characters},
      {"blocks", PartKind::Blocks},
      {"bytes", PartKind::Bytes}};
  options
      ->add_option(
          "--by", parts,
          "Remove parts of this kind only: lines, tokens (words, white "
          "space, single characters), characters (of UTF-8), blocks "
          "(of 64 bytes) or bytes [lines, then tokens, then "
          "characters; for binary inputs blocks, then bytes]")
      ->transform(oneOf(kinds))
      ->option_text("WHAT")
      ->group(group::search);
  options
      ->add_option("--grammar", verb.grammar,
                   "A grammar of the input: the name of a language (c, cpp, "
                   "css, html, javascript, json, python, sql, xml); auto: the "
                   "language that the name of the input tells; or a file with "
                   "a grammar in BNF or EBNF, or as JSON in the form of the "
                   "Fuzzing Book. Parts of the derivation tree are removed or "
                   "replaced by smaller ones, so that the grammar describes "
                   "each candidate")
      ->excludes("--by")
      ->option_text("LANGUAGE|FILE")
      ->group(group::search);
  std::vector<std::string> forTrees;
  for (const NamedTreeMethod &each : namedTreeMethods())
    forTrees.push_back(each.name.str());
  addAlgorithm(usualAlgorithms, forTrees);
  options
      ->add_flag("--fixpoint", verb.fixpoint,
                 "After the finest parts, begin again with the coarsest, until "
                 "nothing more can be removed")
      ->group(group::search);
}

llvm::Expected<ExitStatus> InputCommand::run(const CommandWords &words) {
  if (verb.standardInput.empty())
    verb.standardInput = redirectedInput();
  if (parts)
    verb.levels = {*parts};
  return search(words, verb, reduceInput, writeInputs, writeInputsJSON);
}

std::unique_ptr<Command> pinstripe::createInputCommand(CLI::App &tool) {
  return std::make_unique<InputCommand>(tool);
}

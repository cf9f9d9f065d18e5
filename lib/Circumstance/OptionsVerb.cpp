// Defines the verb `options`: reduces the command line of a failing program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/OptionsVerb.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace pinstripe;

using Variables = std::map<std::string, std::string>;

/// Returns the environment variables that a run gets: those of this process,
/// and `additions`.
static Variables
currentVariables(const std::vector<std::string> &additions = {}) {
  std::vector<std::string> all;
  for (char **entry = environ; entry && *entry; ++entry)
    if (llvm::StringRef(*entry).contains('='))
      all.push_back(*entry);
  all.insert(all.end(), additions.begin(), additions.end());
  return variablesOf(runEnvironment(all, Poison::Stale));
}

/// Returns the environment variables PATH, LD_BIND_NOW and GLIBC_TUNABLES, with
/// the values that they have in all runs. The search never leaves out these
/// three. It finds out which of the other variables the failure depends on.
static Variables minimalVariables() {
  Variables variables = variablesOf(runEnvironment({}, Poison::Stale));
  llvm::StringRef kept[] = {"PATH", "LD_BIND_NOW", "GLIBC_TUNABLES"};
  std::erase_if(variables, [&](const auto &variable) {
    return !llvm::is_contained(kept, variable.first);
  });
  return variables;
}

/// Returns an error if `passing` and `failing`, the names of the programs in
/// two command lines, do not mean the same program.
static llvm::Error checkSameProgram(const std::string &passing,
                                    const std::string &failing) {
  if (passing == failing)
    return llvm::Error::success();
  llvm::Expected<std::string> first = findExecutable(passing);
  if (!first)
    return first.takeError();
  llvm::Expected<std::string> second = findExecutable(failing);
  if (!second)
    return second.takeError();
  if (*first == *second)
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      "--isolate: the command line that passes starts " + passing +
      ", the one that fails " + failing + "; both must start the same program");
}

/// Sets the arguments and variables with which the program fails
/// (`request.failing`) and passes (`request.passing`).
static llvm::Error setStarts(const OptionsVerbOptions &options,
                             OptionsRequest &request) {
  const std::vector<std::string> &words = options.program.words;
  ProgramStart &failing = request.failing, &passing = request.passing;
  failing.arguments.assign(words.begin() + 1, words.end());
  failing.variables = currentVariables(options.program.environment);
  for (const std::string &name : options.unset)
    failing.variables.erase(name);
  request.base = request.shell = currentVariables();
  if (options.form != SearchForm::Isolate) {
    if (!options.scope.arguments)
      passing.arguments = failing.arguments;
    passing.variables =
        options.scope.variables ? minimalVariables() : failing.variables;
    if (options.form == SearchForm::Minimise && options.scope.variables)
      request.base = passing.variables;
    return llvm::Error::success();
  }
  llvm::Expected<TypedStart> typed = readTypedStart(options.passing);
  if (!typed)
    return typed.takeError();
  if (llvm::Error error = checkSameProgram(typed->program, words.front()))
    return error;
  passing = typed->in(request.shell);
  if (!options.scope.arguments && passing.arguments != failing.arguments)
    return llvm::make_error<UsageError>(
        "--only: the arguments of the command line after --isolate are "
        "others; leave out --only, or give it the same arguments");
  if (!options.scope.variables)
    passing.variables = failing.variables;
  if (passing == failing)
    return llvm::make_error<UsageError>(
        "--isolate " + options.passing +
        ": is the same as the failing command line; give one that passes");
  return llvm::Error::success();
}

/// Returns true if a file can be hidden from runs.
static bool canBeHidden(const NamedFile &file, const ProgramSetting &setting) {
  llvm::StringRef path = file.path;
  // Without a sandbox, only files below the current folder can be hidden.
  return setting.sandbox || (!llvm::sys::path::is_absolute(path) &&
                             !path.starts_with("..") && !path.contains("/.."));
}

/// Sets what runs find besides their arguments and variables: files and the
/// standard input.
static llvm::Error setSurroundings(const OptionsVerbOptions &options,
                                   const ProgramSetting &setting,
                                   OptionsRequest &request) {
  if (!options.standardInput.empty()) {
    llvm::Expected<std::string> content = readFile(options.standardInput);
    if (!content)
      return llvm::make_error<UsageError>("--stdin " +
                                          llvm::toString(content.takeError()));
    request.surroundings.standardInput = std::move(*content);
  }
  // Files are hidden from runs only when a failure is minimised. When the
  // search maximises or isolates a difference, all runs get the same files.
  if (options.form != SearchForm::Minimise || !options.scope.files) {
    request.scope.files = false;
    return llvm::Error::success();
  }
  std::vector<NamedFile> &files = request.surroundings.files;
  files = namedFiles(request.failing.arguments);
  llvm::erase_if(files, [&](const NamedFile &file) {
    return !canBeHidden(file, setting);
  });
  for (const NamedFile &file : files)
    request.passing.missingFiles.insert(file.path);
  return llvm::Error::success();
}

/// Returns an error if there is nothing that the search could leave out.
static llvm::Error checkElements(const OptionsRequest &request) {
  OptionsCircumstance all(request.passing, request.failing, request.scope,
                          request.surroundings);
  if (all.elements() != 0)
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      "there is nothing that could be left out: no arguments, no variables "
      "beside a minimal environment, no files that arguments name");
}

/// Runs the search, and fills `summary`.
static llvm::Error search(const ProgramCase &program, OptionsRequest request,
                          OptionsSummary &summary, ReductionObserver &observer,
                          const std::atomic<bool> &stop) {
  auto memory = program.beginSearch("options", summary);
  if (!memory)
    return memory.takeError();
  TestLanes lanes(program.testers(stop), stop);
  return OptionsSearch(std::move(request), lanes, **memory)
      .run(summary, observer, stop);
}

/// Adds the file for standard input to the command lines of the result, so that
/// they do the same in the user's shell.
static void addStandardInput(const std::string &file, OptionsSummary &summary) {
  if (file.empty())
    return;
  std::string words = " < " + quoteForShell(llvm::StringRef(file));
  summary.original.command += words;
  for (std::optional<TestedStart> *start : {&summary.failing, &summary.passing})
    if (*start)
      (*start)->command += words;
}

llvm::Expected<OptionsSummary>
pinstripe::reduceOptions(const OptionsVerbOptions &options,
                         ReductionObserver &observer,
                         const std::atomic<bool> &stop) {
  llvm::Expected<Algorithm> algorithm =
      chooseAlgorithm(options.form, options.algorithm,
                      {"a short command line that fails",
                       "the longest command line that passes", "COMMAND"});
  if (!algorithm)
    return algorithm.takeError();
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  OptionsRequest request;
  request.program = options.program.words.front();
  request.form = options.form;
  request.algorithm = *algorithm;
  request.scope = options.scope;
  request.budget = options.budget;
  request.repeat = options.program.repeat;
  if (llvm::Error error = setStarts(options, request))
    return error;
  if (llvm::Error error =
          setSurroundings(options, (*program)->setting(), request))
    return error;
  if (llvm::Error error = checkElements(request))
    return error;
  if (llvm::Error error = (*program)->observe(
          materialsOf(request.failing, request.surroundings), stop))
    return error;
  OptionsSummary summary;
  if (llvm::Error error =
          search(**program, std::move(request), summary, observer, stop))
    return error;
  addStandardInput(options.standardInput, summary);
  return summary;
}

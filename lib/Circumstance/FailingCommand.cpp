// Finds a command line with which the program fails in the user's own shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FailingCommand.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

using Variables = std::map<std::string, std::string>;

/// Returns the command line that starts the program as `start` says, if it is
/// typed in an environment that has `variables`.
static TypedStart typedIn(const Variables &variables, const ProgramStart &start,
                          const std::string &program) {
  TypedStart typed{program, start.arguments, {}, {}};
  for (const auto &[name, value] : start.variables) {
    auto found = variables.find(name);
    if (found == variables.end() || found->second != value)
      typed.set[name] = value;
  }
  for (const auto &[name, value] : variables)
    if (!start.variables.contains(name))
      typed.unset.push_back(name);
  return typed;
}

TestedStart pinstripe::describedStart(const ProgramStart &start,
                                      const OptionsRequest &request) {
  TypedStart typed = typedIn(request.base, start, request.program);
  TestedStart result;
  result.arguments = start.arguments;
  result.missingFiles.assign(start.missingFiles.begin(),
                             start.missingFiles.end());
  result.set = std::move(typed.set);
  result.unset = std::move(typed.unset);
  result.command = shellCommand(typedIn(request.shell, start, request.program));
  return result;
}

/// Returns the command line for the failing start. It sets and removes only the
/// variables in which the start differs from `request.base`, the environment
/// with which starts are compared. If it is typed in the user's shell, the
/// program also gets all other variables of the shell.
static TypedStart typedFailing(const OptionsRequest &request) {
  return typedIn(request.base, request.failing, request.program);
}

/// Returns the variables that the program gets if the command line
/// `typedFailing(request)` is typed in the user's shell.
static Variables typedVariables(const OptionsRequest &request) {
  return typedFailing(request).in(request.shell).variables;
}

/// Sets the command line of `failing`. It is the one that
/// `typedFailing(request)` returns, but it also removes all variables of the
/// user's shell that are not in `variables`.
static void setCommand(TestedStart &failing, const OptionsRequest &request,
                       const Variables &variables) {
  TypedStart typed = typedFailing(request);
  for (const auto &[name, value] : request.shell)
    if (!variables.contains(name) && !llvm::is_contained(typed.unset, name))
      typed.unset.push_back(name);
  failing.unset = typed.unset;
  failing.command = shellCommand(typed);
}

/// Returns a start that fails, with as many variables of `start` as possible.
/// `start` is the failing start plus other variables, which may hide the
/// failure.
static llvm::Expected<ProgramStart> failingAmong(ProgramStart start,
                                                 const OptionsRequest &request,
                                                 const SearchTests &tests) {
  llvm::Expected<Outcome> outcome =
      tests.outcomeOf(materialsOf(start, request.surroundings));
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail)
    return start;
  OptionsScope variables = request.scope;
  variables.arguments = variables.files = false;
  OptionsCircumstance circumstance(std::move(start), request.failing, variables,
                                   request.surroundings);
  StageResult result;
  if (llvm::Error error = tests.reduce(result, circumstance, request.algorithm))
    return error;
  return circumstance.startOf(result.best);
}

llvm::Error pinstripe::removeHidingVariables(TestedStart &failing,
                                             const OptionsRequest &request,
                                             const SearchTests &tests) {
  ProgramStart start = request.failing;
  start.variables = typedVariables(request);
  if (llvm::Error error = failingAmong(start, request, tests).moveInto(start))
    return error;
  setCommand(failing, request, start.variables);
  return llvm::Error::success();
}

void pinstripe::removeMissingVariables(TestedStart &failing,
                                       const OptionsRequest &request,
                                       const ProgramStart &original) {
  Variables variables = typedVariables(request);
  std::erase_if(variables, [&](const auto &variable) {
    return !original.variables.contains(variable.first);
  });
  setCommand(failing, request, variables);
}

// Reads and writes the command lines by which programs are started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ProgramStart.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/ShellWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

std::vector<std::string> ProgramStart::environment() const {
  std::vector<std::string> result;
  for (const auto &[name, value] : variables)
    result.push_back(name + "=" + value);
  return result;
}

std::map<std::string, std::string>
pinstripe::variablesOf(llvm::ArrayRef<std::string> environment) {
  std::map<std::string, std::string> result;
  for (const std::string &each : environment) {
    auto [name, value] = llvm::StringRef(each).split('=');
    result[name.str()] = value.str();
  }
  return result;
}

ProgramStart
TypedStart::in(std::map<std::string, std::string> variables) const {
  for (const std::string &name : unset)
    variables.erase(name);
  for (const auto &[name, value] : set)
    variables[name] = value;
  return {arguments, std::move(variables)};
}

/// Returns true if a word sets a variable, as `NAME=VALUE` before the name of a
/// program does. After `env`, the name may have any characters.
static bool isAssignment(llvm::StringRef word, bool isAfterEnv) {
  llvm::StringRef name = word.split('=').first;
  return name.size() < word.size() && !name.empty() &&
         (isAfterEnv ||
          (!llvm::isDigit(name.front()) &&
           llvm::all_of(
               name,
               [](char each) { return llvm::isAlnum(each) || each == '_'; })));
}

llvm::Expected<TypedStart> pinstripe::readTypedStart(llvm::StringRef text) {
  llvm::Expected<std::vector<ShellWord>> split = splitShellWords(text, "<>");
  if (!split)
    return llvm::make_error<UsageError>(
        "'" + text + "': " + llvm::toString(split.takeError()));
  if (llvm::any_of(*split, [](const ShellWord &word) { return word.isSign; }))
    return llvm::make_error<UsageError>(
        "'" + text +
        "': files after < and > are not understood; give the standard input of "
        "both command lines with --stdin, and quote a sign that is an "
        "argument");
  std::vector<std::string> all;
  for (ShellWord &word : *split)
    all.push_back(std::move(word.text));
  llvm::ArrayRef<std::string> words(all);
  TypedStart start;
  auto take = [&] {
    const std::string &word = words.front();
    words = words.drop_front();
    return word;
  };
  bool hasEnv = !words.empty() && words.front() == "env";
  if (hasEnv)
    take();
  while (!words.empty()) {
    if (isAssignment(words.front(), hasEnv)) {
      std::string word = take();
      auto [name, value] = llvm::StringRef(word).split('=');
      start.set[name.str()] = value.str();
    } else if (hasEnv && words.size() > 1 && words.front() == "-u") {
      take();
      start.unset.push_back(take());
    } else {
      break;
    }
  }
  if (words.empty())
    return llvm::make_error<UsageError>(
        "'" + text +
        "': there is no program in this command line; write the program and "
        "its arguments, as in './prog -v'");
  if (hasEnv && llvm::StringRef(words.front()).starts_with("-"))
    return llvm::make_error<UsageError>(
        "'" + text + "': of the options of env, only -u NAME is understood");
  start.program = take();
  start.arguments.assign(words.begin(), words.end());
  return start;
}

std::string pinstripe::shellCommand(const TypedStart &start) {
  std::vector<std::string> words;
  if (!start.set.empty() || !start.unset.empty())
    words.push_back("env");
  for (const std::string &name : start.unset)
    words.insert(words.end(), {"-u", name});
  for (const auto &[name, value] : start.set)
    words.push_back(name + "=" + value);
  words.push_back(start.program);
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  return quoteForShell(words);
}

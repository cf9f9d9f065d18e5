// Reads and writes the command lines by which programs are started.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ProgramStart.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

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
/// program does.
static bool isAssignment(llvm::StringRef word) {
  llvm::StringRef name = word.split('=').first;
  return name.size() < word.size() && !name.empty() &&
         !llvm::isDigit(name.front()) &&
         llvm::all_of(
             name,
             [](char each) { return llvm::isAlnum(each) || each == '_'; });
}

llvm::Expected<TypedStart> pinstripe::readTypedStart(llvm::StringRef text) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 16> split;
  llvm::cl::TokenizeGNUCommandLine(text, saver, split);
  llvm::ArrayRef<const char *> words(split);
  TypedStart start;
  auto take = [&] {
    std::string word = words.front();
    words = words.drop_front();
    return word;
  };
  bool hasEnv = !words.empty() && llvm::StringRef(words.front()) == "env";
  if (hasEnv)
    take();
  while (!words.empty()) {
    if (isAssignment(words.front())) {
      std::string word = take();
      auto [name, value] = llvm::StringRef(word).split('=');
      start.set[name.str()] = value.str();
    } else if (hasEnv && words.size() > 1 &&
               llvm::StringRef(words.front()) == "-u") {
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
  if (hasEnv && words.front()[0] == '-')
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

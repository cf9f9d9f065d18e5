// Holds the options of a search: the program, what to look for, and the limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ResultFile.h"

using namespace pinstripe;

llvm::Expected<Algorithm> pinstripe::chooseAlgorithm(SearchForm form,
                                                     const std::string &name,
                                                     const SoughtWords &words) {
  bool isLarge = form == SearchForm::Maximise;
  bool isDifference = form == SearchForm::Isolate;
  if (name.empty())
    return findAlgorithm(isLarge        ? "ddmax"
                         : isDifference ? "isolate"
                                        : allAlgorithms().front().name);
  llvm::Expected<Algorithm> chosen = findAlgorithm(name);
  if (!chosen)
    return chosen;
  bool looksForLarge = chosen->guarantee == Minimality::OneMaximal;
  bool looksForDifference =
      chosen->guarantee == Minimality::OneMinimalDifference;
  if (looksForLarge == isLarge && looksForDifference == isDifference)
    return chosen;
  std::string isolate = "--isolate";
  if (!words.passing.empty())
    isolate += " " + words.passing.str();
  std::string sought =
      looksForLarge ? (words.large + "; add --maximise").str()
      : looksForDifference
          ? "a difference; add " + isolate
          : (words.small + "; leave out --maximise and --isolate").str();
  return llvm::make_error<UsageError>("--algorithm " + name + " looks for " +
                                      sought);
}

llvm::Error pinstripe::checkGivenOnce(const std::string &file,
                                      llvm::ArrayRef<std::string> files) {
  const std::string *first = findSameFile(file, files);
  if (!first || first == &file)
    return llvm::Error::success();
  return llvm::make_error<UsageError>("--file " + file +
                                      ": is the same file as " + *first +
                                      "; give it only once");
}

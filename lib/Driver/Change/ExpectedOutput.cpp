// Ignores what an editor has changed at line ends of the expected output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Change/ExpectedOutput.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

llvm::Expected<std::string>
pinstripe::readExpectedOutput(const std::string &file) {
  auto content = llvm::MemoryBuffer::getFile(file);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + file + ": " +
                                        content.getError().message());
  return (*content)->getBuffer().str();
}

/// Returns the text with each CR LF replaced by LF.
static std::string withoutCarriageReturns(llvm::StringRef text) {
  std::string result;
  for (size_t i = 0; i != text.size(); ++i)
    if (!text.substr(i).starts_with("\r\n"))
      result += text[i];
  return result;
}

namespace {

/// The output that the user expected, with the blanks at the ends of its lines
/// replaced by those that the program printed.
struct FittedBlanks {
  std::string text;
  uint64_t lines = 0; ///< number of lines whose blanks were replaced
};

} // namespace

static FittedBlanks withBlanksOf(llvm::StringRef printed,
                                 llvm::StringRef expected) {
  llvm::StringSet<> asPrinted;
  llvm::StringMap<llvm::StringRef> printedLines;
  for (llvm::StringRef line : splitLines(printed)) {
    asPrinted.insert(line);
    printedLines.try_emplace(line.rtrim(), line);
  }
  FittedBlanks result;
  while (!expected.empty()) {
    auto [line, rest] = expected.split('\n');
    bool hasEnd = line.size() != expected.size();
    auto found = printedLines.find(line.rtrim());
    bool differs = found != printedLines.end() && !asPrinted.contains(line);
    result.lines += differs;
    result.text += differs ? found->second : line;
    result.text += hasEnd ? "\n" : "";
    expected = rest;
  }
  return result;
}

FittedExpectation pinstripe::fitExpectation(llvm::StringRef expected,
                                            llvm::StringRef printed,
                                            llvm::StringRef file) {
  FittedExpectation result{expected.str()};
  auto note = [&](const std::string &text) {
    result.notes.push_back("note: " + file.str() + " " + text);
  };
  if (expected.empty()) {
    note("is empty, so nothing should have been printed");
    return result;
  }
  if (expected.contains("\r\n") && !printed.contains('\r')) {
    result.text = withoutCarriageReturns(result.text);
    note("has the line ends of Windows (CR LF), which the program does not "
         "print; they count as LF");
  }
  if (result.text.back() != '\n' && printed.ends_with("\n")) {
    result.text += '\n';
    note("does not end with a newline, but the output does; one is added");
  }
  FittedBlanks blanks = withBlanksOf(printed, result.text);
  // If the texts differ only in blanks at the ends of lines, these blanks are
  // the error that the user is looking for, so they are not ignored.
  if (blanks.lines != 0 && blanks.text != printed) {
    result.text = std::move(blanks.text);
    note("differs in " + counted(blanks.lines, "line") +
         " from the output only by blanks at the end; these are ignored");
  }
  return result;
}

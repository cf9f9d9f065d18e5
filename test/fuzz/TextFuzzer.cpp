// Fuzzes the parsers of small texts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first byte of an input says what the rest is: a place, an expression, or
// the command line of a compiler.

#include "Expressions/Expression.h"
#include "Fuzzing.h"
#include "Source/CompileFlags.h"
#include "pinstripe/Case/SourcePlace.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

namespace {

void usePlace(llvm::StringRef text) {
  auto place = parsePlace(text);
  if (!place)
    return;
  require(place->line != 0 && !place->file.empty());
  require(text.starts_with(place->file));
  require(text.contains(place->expression));
}

void useExpression(llvm::StringRef text) {
  auto expression = parseExpression(text);
  if (accepted(expression))
    require(*expression != nullptr);
}

/// The text is split into words at spaces, as in DW_AT_producer.
void useCommandLine(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ');
  std::vector<std::string> commandLine(words.begin(), words.end());
  require(withoutOutputs(commandLine).size() <= commandLine.size());
  require(flagsFromProducer(text.str()).size() <= words.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  llvm::StringRef text = textOf(data, size).drop_front();
  switch (data[0] % 3) {
  case 0:
    usePlace(text);
    break;
  case 1:
    useExpression(text);
    break;
  default:
    useCommandLine(text);
  }
  return 0;
}

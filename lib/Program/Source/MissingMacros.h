// Finds the macros that a source was compiled with, but that nothing records.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DWARF does not tell which macros the command line defined (-DNAME). Two
// things show that one is missing. The line table has code of lines that the
// parse leaves out; then a macro of the condition is tried. Or the parse has an
// error at a name in capital letters; then the name is tried as a macro that
// stands for an empty string, or for 0. A macro is kept if the parse fits
// better with it.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H

#include "Source/SourceParser.h"

namespace pinstripe {

/// Returns the number of lines in the texts that a parse leaves out although
/// they have code. A macro may replace such a text by a smaller one within it,
/// so lines are counted, not texts.
unsigned countMissedLines(const ParseResult &result, const CodeLines &lines);

/// Returns what to tell the user about the first of these texts, such as
/// "a.c:8: the lines up to 13 have code, but ..."; empty if there is none.
std::string describeMissed(const ParseResult &result, const CodeLines &lines);

/// A command line, and the result of a parse with it.
struct TriedCommand {
  CompileCommand command;
  ParseResult result;
};

/// Adds the macros that a command line lacks. `parse` parses the source; it is
/// called at most a few dozen times.
TriedCommand addMissingMacros(
    TriedCommand tried, const CodeLines &lines,
    const std::function<ParseResult(const CompileCommand &)> &parse);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H

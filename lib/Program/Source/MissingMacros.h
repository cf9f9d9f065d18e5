// Guesses macro definitions of the original build that are not recorded
// anywhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DWARF does not tell which macros the command line defined (-DNAME). Two
// things show that a macro is missing. First, lines that Pinstripe's parse
// leaves out may have code: then the macros in their `#if` are tried. Second,
// the parse may have an error at a name in capital letters: then the name is
// tried as a macro that stands for an empty string, or for 0. A macro is kept
// if the parse with it leaves out fewer lines that have code, or has fewer
// errors.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H

#include "Source/SourceParser.h"

namespace pinstripe {

/// Returns the number of source lines that have code although the parse leaves
/// them out. Lines are counted, and not pieces of text, because the definition
/// of a further macro may only shorten a left-out piece of text.
unsigned countMissedLines(const ParseResult &result, const CodeLines &lines);

/// Returns a message for the user about the first text that a parse leaves out
/// although it has code, such as "a.c:8: the lines up to 13 have code, but
/// ..."; empty if there is none.
std::string describeMissed(const ParseResult &result, const CodeLines &lines);

/// A command line, and the result of a parse with it.
struct TriedCommand {
  CompileCommand command;
  ParseResult result;
};

/// Adds macro definitions to the command line in `tried`, if the parse then
/// leaves out fewer lines that have code, or has fewer errors. `parse` parses
/// the source again. It is called at most a few dozen times.
TriedCommand addMissingMacros(
    TriedCommand tried, const CodeLines &lines,
    const std::function<ParseResult(const CompileCommand &)> &parse);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_MISSINGMACROS_H

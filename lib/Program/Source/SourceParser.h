// Parses a source with Clang and lists its statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is the smallest part of the source that can be skipped whole. Clang's
// front end runs in this process and prints nothing.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPARSER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPARSER_H

#include "Source/CompileFlags.h"
#include "Source/LeftOutText.h"
#include "Source/SourceCodec.h"
#include <functional>

namespace pinstripe {

struct ParseResult {
  unsigned errors = 0;
  /// The text of the first error, such as "file.c:3:7: unknown type name
  /// 'foo'"; empty if there were no errors.
  std::string firstError = {};
  std::vector<LeftOutText> leftOut = {};
  /// The names in capital letters at which Clang has found errors. They may be
  /// macros that are not defined.
  std::set<std::string> unknownNames = {};
};

/// Parses a source with the command line `command`. If `accepts` returns true
/// for the result of the parse, adds the statement units of the source to
/// `collector`. Adds all files that were read to `files`. Each call is a whole
/// parse, which is slow.
ParseResult
parseSource(const CompileCommand &command, SourceCollector &collector,
            FileHashes &files,
            const std::function<bool(const ParseResult &)> &accepts);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPARSER_H

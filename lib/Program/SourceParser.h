//===- SourceParser.h - From a command line to units -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Runs Clang's front end in this process, silently.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCEPARSER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCEPARSER_H

#include "CompileFlags.h"
#include "FileAnswers.h"
#include "SourceCollector.h"
#include <functional>

namespace pinstripe {

struct ParseResult {
  unsigned errors = 0;
  /// "file.c:3:7: unknown type name 'foo'"; empty without errors.
  std::string firstError;
};

/// Parses with `command`, and adds what is found to `collector` if
/// `accepts(result)`. Each call costs a whole parse. Adds what the parse learnt
/// from files to `answers`.
ParseResult
parseSource(const CompileCommand &command, SourceCollector &collector,
            FileAnswers &answers,
            const std::function<bool(const ParseResult &)> &accepts);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCEPARSER_H

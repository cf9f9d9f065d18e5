// Declares the options with which Clang only parses a source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_PARSEOPTIONS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_PARSEOPTIONS_H

#include <string>
#include <vector>

namespace pinstripe {

/// Adds options with which Clang parses a source quietly, completely and
/// cheaply, whatever else the command line asks for.
void addParseOptions(std::vector<std::string> &arguments);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_PARSEOPTIONS_H

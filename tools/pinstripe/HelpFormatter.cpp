//===- HelpFormatter.cpp - Help that fits a terminal ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelpFormatter.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <sstream>

using namespace pinstripe;

static constexpr size_t textWidth = 79;

/// At white space; CLI11 indents the lines after the first.
static std::string wrapped(llvm::StringRef text, size_t width) {
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::string result;
  size_t column = 0;
  for (llvm::StringRef word : words) {
    bool fits = column == 0 || column + 1 + word.size() <= width;
    if (!fits) {
      result += '\n';
      column = 0;
    }
    result += (column == 0 ? "" : " ") + word.str();
    column += (column == 0 ? 0 : 1) + word.size();
  }
  return result;
}

std::string HelpFormatter::make_option_desc(const CLI::Option *option) const {
  return wrapped(option->get_description(), textWidth - get_column_width());
}

std::string HelpFormatter::make_description(const CLI::App *app) const {
  return wrapped(app->get_description(), textWidth) + "\n";
}

std::string HelpFormatter::make_subcommand(const CLI::App *verb) const {
  std::stringstream out;
  CLI::detail::format_help(
      out, verb->get_name(),
      wrapped(verb->get_description(), textWidth - get_column_width()),
      get_column_width());
  return out.str();
}

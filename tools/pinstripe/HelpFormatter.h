//===- HelpFormatter.h - Help that fits a terminal --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_HELPFORMATTER_H
#define PINSTRIPE_TOOLS_HELPFORMATTER_H

#include <CLI/CLI.hpp>
#include <string>

namespace pinstripe {

/// Wraps the descriptions, which CLI11 leaves as they are, to 80 columns.
class HelpFormatter : public CLI::Formatter {
public:
  HelpFormatter() { column_width(26); }
  std::string make_option_desc(const CLI::Option *option) const override;
  std::string make_description(const CLI::App *app) const override;
  std::string make_subcommand(const CLI::App *verb) const override;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_HELPFORMATTER_H

// Formats --help for a terminal: a sentence and an example before the options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_HELPFORMATTER_H
#define PINSTRIPE_TOOLS_HELPFORMATTER_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pinstripe {

/// The texts about a verb as a whole, without those about single options.
/// `--help`, the man page and the manual show them.
struct VerbDescription {
  std::string name;
  std::string sentence; ///< What the verb does, without a period.
  /// For each way to call the verb, what follows it on the command line.
  std::vector<std::string> synopses;
  std::vector<std::string> examples; ///< Whole command lines.
};

/// A situation in which the tool helps, and the commands to be used then.
struct Situation {
  const char *text;
  std::vector<std::string> commands;
};
const std::vector<Situation> &situations();

/// Titles of groups of options, in the order in which --help shows them.
/// Options of any other group come after `output`.
namespace group {
constexpr const char *question = "What to look for";
constexpr const char *predicate = "What must come out the same (all of them)";
constexpr const char *search = "Search";
constexpr const char *alwaysRun = "What always runs";
constexpr const char *budget = "When to stop";
constexpr const char *output = "Files and output";
constexpr const char *run = "The run";
constexpr const char *sandbox = "What runs may do";
} // namespace group

/// The options under one title.
struct OptionGroup {
  std::string title;
  std::vector<const CLI::Option *> options;
};

/// Returns all options of `command` except for `--help`, grouped by title.
std::vector<OptionGroup> optionGroups(const CLI::App &command);

/// Returns an option as it is typed: `-j,--jobs N`.
std::string optionLabel(const CLI::Option &option);

/// Breaks `text` at white space so that each line has at most `width` columns.
std::string wrapped(const std::string &text, size_t width);

/// Prints what a verb does, how it is called and an example, then its options.
class HelpFormatter : public CLI::Formatter {
public:
  explicit HelpFormatter(VerbDescription text) : text(std::move(text)) {
    column_width(26);
  }
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override;

protected:
  std::string formatGroups(const CLI::App &app) const;
  std::string formatEntry(const std::string &label,
                          const std::string &description) const;

private:
  VerbDescription text;
};

/// Prints what the tool does, the commands for some situations, and the verbs.
class ToolHelpFormatter : public HelpFormatter {
public:
  ToolHelpFormatter() : HelpFormatter(VerbDescription()) {}
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_HELPFORMATTER_H

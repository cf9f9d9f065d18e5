// Formats --help for a terminal: a sentence and an example before the options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_HELPFORMATTER_H
#define PINSTRIPE_TOOLS_HELPFORMATTER_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pinstripe {

/// The texts that describe a verb as a whole, in its `--help`, its man page and
/// the manual.
struct VerbDescription {
  std::string name;
  std::string sentence; ///< One sentence about the verb, without a period.
  /// The ways to call the verb. Each is a text that can follow the verb on the
  /// command line, such as `[OPTIONS] -- PROGRAM [ARGUMENTS]`.
  std::vector<std::string> synopses;
  /// Examples of how to use the verb; each is a whole command line.
  std::vector<std::string> examples;
};

/// A situation in which a user may be, such as a crash of the program, and the
/// commands that help then.
struct Situation {
  const char *text;
  std::vector<std::string> commands;
};
const std::vector<Situation> &situations();

/// The titles of the groups of options, in the order in which --help shows
/// them. Groups with other titles follow the group `output`.
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

/// A group of options: those that --help shows under the same title.
struct OptionGroup {
  std::string title;
  std::vector<const CLI::Option *> options;
};

/// Returns all options of `command` except for `--help`, grouped by the title
/// under which --help shows them.
std::vector<OptionGroup> optionGroups(const CLI::App &command);

/// Returns the names and the argument of an option as --help shows them, such
/// as `-j,--jobs N`.
std::string optionLabel(const CLI::Option &option);

/// Breaks `text` at white space so that each line has at most `width` columns.
std::string wrapped(const std::string &text, size_t width);

/// Formats the --help of a verb: what the verb does, how it is called and an
/// example, then its options.
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

/// Formats the --help of the whole tool: what it does, the commands for some
/// situations, and the verbs.
class ToolHelpFormatter : public HelpFormatter {
public:
  ToolHelpFormatter() : HelpFormatter(VerbDescription()) {}
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_HELPFORMATTER_H

// Formats --help for a terminal: a sentence and an example before the options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HelpFormatter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <sstream>

using namespace pinstripe;

static constexpr size_t textWidth = 79;

const std::vector<Situation> &pinstripe::situations() {
  static const std::vector<Situation> all = {
      {"A line of the output is wrong, and you know the right output",
       {"pinstripe locate --expect-stdout right.txt -- ./prog"}},
      {"The program crashes",
       {"pinstripe locate -- ./prog", "pinstripe reduce -- ./prog"}},
      {"It works with other input: do this for both inputs, and compare",
       {"pinstripe record --stdin bad.txt -o bad -- ./prog",
        "pinstripe reduce -o bad --flow guarded --keep 'total: .*'"}}};
  return all;
}

std::string pinstripe::wrapped(const std::string &text, size_t width) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(text).split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
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

/// Returns the rank of the group of options with the title `title`. The text of
/// --help shows groups in ascending order of rank.
static size_t rankOf(llvm::StringRef title) {
  constexpr const char *order[] = {group::question, group::predicate,
                                   group::search,   group::alwaysRun,
                                   group::budget,   group::output};
  for (size_t i = 0; i < std::size(order); ++i)
    if (title == order[i])
      return i;
  size_t others = std::size(order);
  return title == group::run       ? others + 1
         : title == group::sandbox ? others + 2
                                   : others;
}

std::vector<OptionGroup> pinstripe::optionGroups(const CLI::App &command) {
  std::vector<OptionGroup> groups;
  for (const CLI::Option *option : command.get_options()) {
    const std::string &title = option->get_group();
    if (option == command.get_help_ptr() || title.empty())
      continue;
    auto found = llvm::find_if(
        groups, [&](const OptionGroup &each) { return each.title == title; });
    if (found == groups.end()) {
      auto next = llvm::find_if(groups, [&](const OptionGroup &each) {
        return rankOf(each.title) > rankOf(title);
      });
      found = groups.insert(next, {title, {}});
    }
    found->options.push_back(option);
  }
  return groups;
}

std::string pinstripe::optionLabel(const CLI::Option &option) {
  bool isPositional = !option.nonpositional();
  std::string label = option.get_name(isPositional, /*all_options=*/true);
  bool isFlag = option.get_type_size() == 0;
  if (isFlag || isPositional || option.get_option_text().empty())
    return label;
  return label + " " + option.get_option_text();
}

std::string HelpFormatter::formatEntry(const std::string &label,
                                       const std::string &description) const {
  std::stringstream out;
  CLI::detail::format_help(out, label,
                           wrapped(description, textWidth - get_column_width()),
                           get_column_width());
  return out.str();
}

std::string HelpFormatter::formatGroups(const CLI::App &app) const {
  std::string out;
  for (const OptionGroup &each : optionGroups(app)) {
    out += "\n" + each.title + ":\n";
    for (const CLI::Option *option : each.options)
      out += formatEntry(optionLabel(*option), option->get_description());
  }
  return out;
}

std::string HelpFormatter::make_help(const CLI::App *app, std::string,
                                     CLI::AppFormatMode) const {
  std::string out = wrapped(text.sentence + ".", textWidth) + "\n\nUsage:\n";
  for (const std::string &synopsis : text.synopses)
    out += "  pinstripe " + text.name + " " + synopsis + "\n";
  out += "\nExample:\n";
  for (const std::string &example : text.examples)
    out += "  " + example + "\n";
  return out + formatGroups(*app) + "\nMore: man pinstripe-" + text.name + "\n";
}

std::string ToolHelpFormatter::make_help(const CLI::App *app, std::string,
                                         CLI::AppFormatMode) const {
  std::string out = wrapped(app->get_description() + ".", textWidth) +
                    "\n\nUsage:\n  pinstripe VERB [OPTIONS] -- PROGRAM "
                    "[ARGUMENTS]\n\nStart here:\n";
  for (const Situation &each : situations()) {
    out += "  " + std::string(each.text) + ":\n";
    for (const std::string &command : each.commands)
      out += "    " + command + "\n";
  }
  out += "\nVerbs (`pinstripe VERB --help` explains each):\n";
  for (const CLI::App *verb : app->get_subcommands(nullptr))
    out += formatEntry(verb->get_name(), verb->get_description());
  return out + formatGroups(*app) +
         "\nBuild the program with `-g -O0`. `pinstripe doctor ./prog` tells "
         "whether it, and\nthis machine, can be used.\n";
}

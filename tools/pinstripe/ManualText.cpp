// Makes texts of the manual and the man pages from the command line's options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ManualText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace pinstripe;

namespace {

struct ExitMeaning {
  ExitStatus status;
  const char *meaning;
};

} // namespace

static constexpr ExitMeaning exitMeanings[] = {
    {ExitStatus::Done, "Done"},
    {ExitStatus::InternalError,
     "An internal error, or an output file could not be written"},
    {ExitStatus::Usage, "The command line or the case can't be used"},
    {ExitStatus::NotReproduced,
     "The output is not deterministic, or executing the whole recorded run "
     "does not reproduce it"},
    {ExitStatus::UnusableTarget,
     "The program or its debug information can't be used; the message names "
     "the remedy"},
    {ExitStatus::NothingToReduce,
     "There is nothing to reduce: the output comes out even if no statement is "
     "executed, or the test of `ctest` passes"},
    {ExitStatus::Interrupted,
     "Interrupted; the best result so far is written"}};

/// Returns `text` as it is written in a cell of a Markdown table: with `\|` for
/// each `|`.
static std::string cell(llvm::StringRef text) {
  std::string result;
  for (char letter : text)
    result += letter == '|' ? "\\|" : std::string(1, letter);
  return result;
}

static std::string row(const std::string &first, llvm::StringRef second) {
  return "| " + first + " | " + cell(second) + " |\n";
}

std::string pinstripe::optionTables(const CLI::App &command) {
  std::string text;
  for (const OptionGroup &each : optionGroups(command)) {
    text += "\n**" + each.title + "**\n\n| option | meaning |\n| --- | --- |\n";
    for (const CLI::Option *option : each.options)
      text += row("`" + cell(optionLabel(*option)) + "`",
                  option->get_description());
  }
  return text + "\n";
}

std::string pinstripe::verbTable(const Verbs &verbs,
                                 const std::string &manual) {
  std::string text = "\n| verb | does |\n| --- | --- |\n";
  for (const auto &verb : verbs) {
    const VerbDescription &each = verb->description();
    text += row("[`" + each.name + "`](" + manual + each.name + ".md)",
                each.sentence);
  }
  return text + "\n";
}

std::string pinstripe::exitStatusTable() {
  std::string text = "\n| status | meaning |\n| --- | --- |\n";
  for (const ExitMeaning &each : exitMeanings)
    text += row(std::to_string(static_cast<int>(each.status)), each.meaning);
  return text + "\n";
}

namespace {

/// Builds a man page in the markup of man(7).
class ManPage {
public:
  explicit ManPage(llvm::StringRef name);

  void section(llvm::StringRef title) { macro("SH", title.upper()); }
  void subsection(llvm::StringRef title) { macro("SS", title); }
  /// Adds a paragraph of text to the man page. In `text`, backticks enclose
  /// code, which becomes bold.
  void paragraph(llvm::StringRef text) { page += ".PP\n" + running(text); }
  /// Adds a definition to the man page: a label in bold, such as an option, and
  /// the text that explains it.
  void entry(llvm::StringRef label, llvm::StringRef text) {
    page += ".TP\n" + bold(label) + "\n" + running(text);
  }
  /// Adds lines to the man page that are shown as they are, neither joined nor
  /// broken.
  void lines(const std::vector<std::string> &all);
  void options(const CLI::App &command);
  void exitStatuses();

  std::string take() { return std::move(page); }

private:
  void macro(llvm::StringRef name, llvm::StringRef argument) {
    page += ("." + name + " \"" + argument + "\"\n").str();
  }
  static std::string escaped(llvm::StringRef text);
  static std::string bold(llvm::StringRef text) {
    return "\\fB" + escaped(text) + "\\fR";
  }
  static std::string running(llvm::StringRef text);

  std::string page;
};

} // namespace

ManPage::ManPage(llvm::StringRef name) {
  page = ".TH \"" + name.upper() +
         "\" \"1\" \"\" \"Pinstripe " PINSTRIPE_VERSION "\" "
         "\"Pinstripe manual\"\n";
  // In man pages, lines are not justified and words are not hyphenated, since
  // options and paths are long words.
  page += ".nh\n.ad l\n";
}

/// Returns `text` with troff's escapes. Without them, troff would take `\` for
/// markup and print `-` as a hyphen. The `\&` at the beginning keeps troff from
/// taking a line of text for a command.
std::string ManPage::escaped(llvm::StringRef text) {
  std::string result = "\\&";
  for (char letter : text)
    switch (letter) {
    case '\\':
      result += "\\e";
      break;
    case '-':
      result += "\\-";
      break;
    case '\'':
      result += "\\(aq";
      break;
    case '^':
      result += "\\(ha";
      break;
    case '~':
      result += "\\(ti";
      break;
    case '`':
      result += "\\(ga";
      break;
    default:
      result += letter;
    }
  return result;
}

std::string ManPage::running(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, '`');
  std::string result;
  for (size_t i = 0; i < parts.size(); ++i)
    result += i % 2 == 0 ? escaped(parts[i]) : bold(parts[i]);
  bool isSentence = !text.empty() && text.back() != '.';
  return result + (isSentence ? "." : "") + "\n";
}

void ManPage::lines(const std::vector<std::string> &all) {
  page += ".PP\n.nf\n";
  for (const std::string &line : all)
    page += escaped(line) + "\n";
  page += ".fi\n";
}

void ManPage::options(const CLI::App &command) {
  section("Options");
  for (const OptionGroup &each : optionGroups(command)) {
    subsection(each.title);
    for (const CLI::Option *option : each.options)
      entry(optionLabel(*option), option->get_description());
  }
}

void ManPage::exitStatuses() {
  section("Exit status");
  for (const ExitMeaning &each : exitMeanings)
    entry(std::to_string(static_cast<int>(each.status)), each.meaning);
}

static std::vector<std::string> withName(const std::string &name,
                                         std::vector<std::string> synopses) {
  for (std::string &each : synopses)
    each = name + " " + each;
  return synopses;
}

std::string pinstripe::manPage(const Command &verb) {
  const VerbDescription &text = verb.description();
  ManPage page("pinstripe-" + text.name);
  page.section("Name");
  page.paragraph("pinstripe-" + text.name + " - " + text.sentence);
  page.section("Synopsis");
  page.lines(withName("pinstripe " + text.name, text.synopses));
  page.section("Examples");
  page.lines(text.examples);
  page.options(verb.definition());
  page.exitStatuses();
  page.section("See also");
  page.paragraph("`pinstripe`(1); the manual, with a tutorial and an "
                 "explanation of all words, is in share/doc/pinstripe/manual");
  return page.take();
}

std::string pinstripe::manPage(const CLI::App &tool, const Verbs &verbs) {
  ManPage page("pinstripe");
  page.section("Name");
  page.paragraph("pinstripe - finds the statements that an output needs");
  page.section("Synopsis");
  page.lines({"pinstripe VERB [OPTIONS] -- PROGRAM [ARGUMENTS]"});
  page.section("Description");
  page.paragraph(tool.get_description());
  page.section("Start here");
  for (const Situation &each : situations()) {
    page.paragraph(each.text);
    page.lines(each.commands);
  }
  page.section("Verbs");
  for (const auto &verb : verbs)
    page.entry("pinstripe-" + verb->description().name + "(1)",
               verb->description().sentence);
  page.options(tool);
  page.exitStatuses();
  page.section("See also");
  page.paragraph("The manual, with a tutorial and an explanation of all words, "
                 "is in share/doc/pinstripe/manual");
  return page.take();
}

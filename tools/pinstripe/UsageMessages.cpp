// Explains what is wrong with a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UsageMessages.h"
#include "Console.h"
#include "pinstripe/Predicate/PredicateError.h"
#include "pinstripe/Support/NearNames.h"
#include <set>

using namespace pinstripe;

/// Returns the names of all verbs of the tool, separated by commas, in the
/// order of --help.
static std::string verbNames(const CLI::App &app) {
  std::string verbs;
  for (const CLI::App *verb : app.get_subcommands(nullptr))
    verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
  return verbs;
}

/// Returns an error message about `word`, which is not a verb: "locat: no such
/// verb; near: locate". If no verb resembles the word, lists all verbs.
static std::string describeUnknownVerb(const CLI::App &app,
                                       const std::string &word) {
  std::set<std::string> verbs;
  for (const CLI::App *verb : app.get_subcommands(nullptr))
    verbs.insert(verb->get_name());
  return word + ": no such verb; " +
         describeNear(word, verbs, "choose one of " + verbNames(app)) +
         "\nsee `pinstripe --help`";
}

/// Returns the name of the first option in `words`, such as `--kep`, that is
/// not an option of `verb`; empty if there is none.
static llvm::StringRef unknownOption(const CLI::App &verb,
                                     llvm::ArrayRef<char *> words) {
  for (llvm::StringRef word : words) {
    llvm::StringRef name = word.split('=').first;
    if (name.starts_with("--") && !verb.get_option_no_throw(name.str()))
      return name;
  }
  return "";
}

/// Returns an error message about `name`, which is not an option of `verb`:
/// "--kep: no such option of `reduce`; near: --keep". For --reference of the
/// verb `call`, the message says why there is no such option.
static std::string describeUnknown(const CLI::App &verb, llvm::StringRef name) {
  if (verb.get_name() == "call" && name == "--reference")
    return "`call` has no --reference, since the call would have to be made in "
           "another program; give the output of that program with "
           "--expect-stdout FILE";
  std::set<std::string> options;
  for (const CLI::Option *option : verb.get_options())
    for (const std::string &each : option->get_lnames())
      options.insert("--" + each);
  return name.str() + ": no such option of `" + verb.get_name() + "`; " +
         describeNear(name, options, "no option is like it") +
         "\nsee `pinstripe " + verb.get_name() + " --help`";
}

/// Returns an error message for an option at the end of the command line that
/// has no argument: "--poison needs an argument: pattern|zero|large|stale".
/// `text` is CLI11's message, which begins with the name of the option. Returns
/// an empty text if `text` is about something else.
static std::string describeMissing(const CLI::App &verb, llvm::StringRef text) {
  auto [name, complaint] = text.split(": ");
  const CLI::Option *option = verb.get_option_no_throw(name.str());
  if (!option || !complaint.contains("required"))
    return "";
  return name.str() + " needs an argument: " + option->get_option_text() +
         "\nsee `pinstripe " + verb.get_name() + " --help`";
}

/// Returns the option to which `word` gives an empty value, as `--json=` does;
/// null if there is none. `before` is the word in front of `word`. If `before`
/// is an option that takes a value, `word` is only this value, and the result
/// is null.
static const CLI::Option *emptyOption(const CLI::App &verb,
                                      llvm::StringRef before,
                                      llvm::StringRef word) {
  const CLI::Option *owner = verb.get_option_no_throw(before.str());
  bool isValue =
      before.starts_with("-") && owner && owner->get_type_size() != 0;
  if (isValue || !word.starts_with("--") || !word.consume_back("="))
    return nullptr;
  return verb.get_option_no_throw(word.str());
}

std::string pinstripe::explainEmpty(const CLI::App &verb,
                                    llvm::ArrayRef<char *> words) {
  const CLI::Option *empty = nullptr;
  // Words such as `--json=` are looked for first, since CLI11 takes the next
  // word for the value of --json.
  for (size_t i = 1; i < words.size() && !empty; ++i)
    empty = emptyOption(verb, words[i - 1], words[i]);
  for (const CLI::Option *option : verb.get_options())
    for (const std::string &value : option->results())
      if (!empty && value.empty())
        empty = option;
  if (!empty)
    return "";
  std::string name = empty->get_name();
  std::string value = empty->get_option_text();
  return empty->nonpositional()
             ? name + ": its argument is empty; write " + name + " " + value +
                   ", or leave it out"
             : name + ": this argument is empty; write its value, or leave it "
                      "out";
}

std::string pinstripe::explainUsage(const CLI::App &app,
                                    const CLI::ParseError &error,
                                    llvm::ArrayRef<char *> words,
                                    bool hasSeparator, const Command *chosen) {
  bool hasVerb = !app.get_subcommands().empty();
  if (!hasVerb && words.size() > 1 && words[1][0] != '-')
    return describeUnknownVerb(app, words[1]);
  if (!hasVerb && words.size() == 1)
    return "no verb given; choose one of " + verbNames(app) +
           "\nsee `pinstripe --help`, or try `pinstripe reduce -- ./prog`";
  std::string text = llvm::StringRef(error.what()).rtrim(".\n").str();
  bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
  const CLI::App *verb = hasVerb ? app.get_subcommands().front() : nullptr;
  if (verb)
    if (std::string empty = explainEmpty(*verb, words); !empty.empty())
      return empty;
  if (verb && isExtra)
    if (llvm::StringRef name = unknownOption(*verb, words); !name.empty())
      return describeUnknown(*verb, name);
  if (verb && dynamic_cast<const CLI::ArgumentMismatch *>(&error))
    if (std::string missing = describeMissing(*verb, text); !missing.empty())
      return missing;
  bool isRequired = dynamic_cast<const CLI::RequiredError *>(&error) != nullptr;
  if (isRequired && chosen)
    return text + ", as in `" + chosen->description().examples.front() + "`";
  if (isExtra && !hasSeparator)
    return text + "\nthe program and its arguments come after `--`: "
                  "`pinstripe reduce --keep 'x = .*' -- ./prog 1 2`";
  return text + "\nsee `pinstripe --help` and `pinstripe VERB --help`";
}

/// Returns those of `names` that are options of `verb`, each with its argument,
/// as a list: "--same-exit, --keep REGEX or --check PROGRAM".
static std::string listOffered(const CLI::App &verb,
                               llvm::ArrayRef<std::string> names) {
  std::vector<std::string> offered;
  for (const std::string &name : names)
    if (const CLI::Option *option = verb.get_option_no_throw(name)) {
      bool isFlag = option->get_expected_max() == 0;
      offered.push_back(name + (isFlag ? "" : " " + option->get_option_text()));
    }
  std::string list;
  for (size_t i = 0; i < offered.size(); ++i)
    list += (i == 0                    ? ""
             : i + 1 == offered.size() ? " or "
                                       : ", ") +
            offered[i];
  return list;
}

template <typename... Kinds>
static llvm::Error adviseOn(llvm::Error error, const CLI::App &verb) {
  return llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<PredicateError<Kinds>> unfit) -> llvm::Error {
        std::string list = listOffered(verb, unfit->others);
        if (!list.empty())
          unfit->message += "; " + unfit->advice + " " + list;
        return llvm::Error(std::move(unfit));
      }...);
}

llvm::Error pinstripe::adviseOnPredicate(llvm::Error error,
                                         const CLI::App &verb) {
  return adviseOn<UsageError, ReproductionError, TargetError>(std::move(error),
                                                              verb);
}

void pinstripe::noteMisplaced(const Command &verb, const CommandWords &words) {
  for (const std::string &word :
       llvm::ArrayRef(words).drop_front(!words.empty())) {
    std::string name = llvm::StringRef(word).split('=').first.str();
    bool isLong = llvm::StringRef(name).starts_with("--") && name.size() > 2;
    // If --help comes after the program's name, the user may well mean it for
    // the program. So no note is printed about it.
    if (isLong && name != "--help" &&
        verb.definition().get_option_no_throw(name))
      messages() << "note: " << name << " goes to " << printable(words.front())
                 << "; options of `pinstripe " << verb.description().name
                 << "` come before `--`\n";
  }
}

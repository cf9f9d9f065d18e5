// Makes the files with which shells complete command lines of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Completions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Says what a shell can complete as the argument of an option, or as a
/// positional argument.
enum class ArgumentKind : uint8_t {
  None,   ///< No argument: the option is a flag.
  Words,  ///< One of a fixed list of words.
  File,   ///< A file, or a text that begins with the name of a file.
  Folder, ///< A folder.
  Other   ///< Something that a shell can't complete, such as a number.
};

/// An option or a positional argument, with what a shell needs to complete it.
struct Completed {
  /// The option's names, such as "-j"; none if positional.
  std::vector<std::string> names;
  std::string help;     ///< A short description of the option.
  std::string argument; ///< The name of the argument, such as FILE.
  ArgumentKind kind = ArgumentKind::None;
  /// The words among which the user chooses the argument.
  std::vector<std::string> words;
  bool mayRepeat = false;
};

} // namespace

/// Returns the beginning of a help text, up to the first mark that ends a
/// phrase. Lists of completions have no room for more.
static std::string shortHelp(llvm::StringRef text) {
  for (llvm::StringRef end : {"; ", ": ", ". ", " [", " ("})
    text = text.take_front(text.find(end));
  return text.str();
}

/// Returns the words that can be the argument of `option`. They are found in
/// one of two places: in the description of a check, in the form {a,b}, or in
/// the name of the argument, as in `trace|guarded` or `N|all`.
static std::vector<std::string> wordsFor(const CLI::Option &option) {
  std::string type = option.get_type_name();
  std::string text = option.get_option_text();
  llvm::StringRef list = type;
  size_t brace = list.find('{');
  llvm::SmallVector<llvm::StringRef> parts;
  if (brace != llvm::StringRef::npos)
    list.slice(brace + 1, list.rfind('}')).split(parts, ',');
  else
    llvm::StringRef(text).split(parts, '|');
  std::vector<std::string> words;
  for (llvm::StringRef part : parts)
    if (!part.empty() && llvm::all_of(part, [](char letter) {
          return llvm::isLower(letter) || letter == '-' ||
                 llvm::isDigit(letter);
        }))
      words.push_back(part.str());
  return words;
}

static ArgumentKind kindFor(llvm::StringRef argument) {
  if (argument == "DIR" || argument == "CASEDIR")
    return ArgumentKind::Folder;
  for (llvm::StringRef file : {"FILE", "PATH", "PROGRAM"})
    if (argument.contains(file))
      return ArgumentKind::File;
  return ArgumentKind::Other;
}

static Completed completed(const CLI::Option &option) {
  Completed result;
  for (const std::string &name : option.get_snames())
    result.names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    result.names.push_back("--" + name);
  result.help = shortHelp(option.get_description());
  result.argument = option.get_option_text();
  bool isFlag = option.get_type_size() == 0 || result.argument.empty();
  if (isFlag)
    return result;
  result.words = wordsFor(option);
  result.kind =
      result.words.empty() ? kindFor(result.argument) : ArgumentKind::Words;
  result.mayRepeat = option.get_items_expected_max() > 1;
  return result;
}

/// Returns all options of `command` that --help shows, and --help itself.
static std::vector<Completed> optionsOf(const CLI::App &command) {
  std::vector<Completed> result;
  for (const OptionGroup &group : optionGroups(command))
    for (const CLI::Option *option : group.options)
      if (option->nonpositional())
        result.push_back(completed(*option));
  result.push_back(completed(*command.get_help_ptr()));
  return result;
}

/// Returns the positional argument of `command`. Its kind is None if there is
/// no such argument.
static Completed positionalOf(const CLI::App &command) {
  for (const CLI::Option *option : command.get_options())
    if (std::string name = option->get_name(/*positional=*/true);
        option->get_positional()) {
      Completed result;
      result.argument = name;
      result.kind = kindFor(name);
      result.help = shortHelp(option->get_description());
      return result;
    }
  return {};
}

static std::vector<const CLI::App *> verbsOf(const CLI::App &tool) {
  return tool.get_subcommands([](const CLI::App *) { return true; });
}

/// The description of the word `help`, which can be written before a verb.
static constexpr llvm::StringLiteral helpOfHelp = "Show the help of a verb";

/// Returns the names of all verbs, with a blank before each.
static std::string verbNames(const CLI::App &tool) {
  std::string names;
  for (const CLI::App *verb : verbsOf(tool))
    names += " " + verb->get_name();
  return names;
}

/// Returns `text` with a backslash before each character that is in `letters`.
static std::string escaped(llvm::StringRef text, llvm::StringRef letters) {
  std::string result;
  for (char letter : text) {
    if (letters.contains(letter))
      result += '\\';
    result += letter;
  }
  return result;
}

/// Returns `text` in single quotes for a shell. Single quotes inside of `text`
/// are replaced by `quote`, their escape in this shell.
static std::string quoted(llvm::StringRef text, llvm::StringRef quote) {
  std::string result = "'";
  for (char letter : text)
    result += letter == '\'' ? quote.str() : std::string(1, letter);
  return result + "'";
}

static std::string generatedBy(llvm::StringRef shell) {
  return ("# Completes command lines of pinstripe in " + shell +
          ". Generated from the\n# definition of the command line.\n")
      .str();
}

//===-- bash --------------------------------------------------------------===//

/// Returns the bash command that completes an argument.
static std::string bashAction(const Completed &argument) {
  switch (argument.kind) {
  case ArgumentKind::Words:
    return "_pinstripe_words " + llvm::join(argument.words, " ");
  case ArgumentKind::File:
    return "_pinstripe_files -f";
  case ArgumentKind::Folder:
    return "_pinstripe_files -d";
  case ArgumentKind::None:
  case ArgumentKind::Other:
    break;
  }
  return ":";
}

/// Returns the code for one verb in the bash function that completes command
/// lines. After an option that has an argument, the code completes this
/// argument. Elsewhere it completes the positional argument or the name of an
/// option.
static std::string bashBranch(llvm::StringRef name, const CLI::App &command,
                              llvm::StringRef others) {
  std::string text = "  " + name.str() + ")\n    case $before in\n";
  std::string words;
  for (const Completed &option : optionsOf(command)) {
    words += " " + llvm::join(option.names, " ");
    if (option.kind != ArgumentKind::None)
      text += "    " + llvm::join(option.names, " | ") + ") " +
              bashAction(option) + "; return ;;\n";
  }
  text += "    esac\n";
  Completed positional = positionalOf(command);
  if (positional.kind != ArgumentKind::None)
    text += "    [[ $current == -* ]] || { " + bashAction(positional) +
            "; return; }\n";
  return text + "    _pinstripe_words" + words + others.str() + " ;;\n";
}

std::string pinstripe::bashCompletion(const CLI::App &tool) {
  std::string text = "# shellcheck shell=bash\n" + generatedBy("bash") + R"(
# Offers those of the given words that begin with the word at the cursor.
_pinstripe_words() {
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

# Offers files (-f) or folders (-d).
_pinstripe_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

# Completes the program under test, the word number $1, and its arguments.
_pinstripe_command() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif ((COMP_CWORD > $1)); then
    _pinstripe_files -f
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -c -- "$current")
  fi
}

_pinstripe() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
    --) _pinstripe_command $((i + 1)); return ;;
    [a-z]*) verb=${verb:-${COMP_WORDS[i]}} ;;
    esac
  done
  # For bash, `--flow=trace` is three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $verb in
)";
  std::string verbs = verbNames(tool);
  text += bashBranch("''", tool, " help" + verbs);
  text += "  help) _pinstripe_words" + verbs + " ;;\n";
  for (const CLI::App *verb : verbsOf(tool))
    text += bashBranch(verb->get_name(), *verb, " --");
  return text + "  esac\n}\ncomplete -F _pinstripe pinstripe\n";
}

//===-- zsh ---------------------------------------------------------------===//

static std::string zshAction(const Completed &argument) {
  switch (argument.kind) {
  case ArgumentKind::Words:
    return "(" + llvm::join(argument.words, " ") + ")";
  case ArgumentKind::File:
    return "_files";
  case ArgumentKind::Folder:
    return "_files -/";
  case ArgumentKind::None:
  case ArgumentKind::Other:
    break;
  }
  return " ";
}

static std::string zshQuoted(llvm::StringRef text) {
  return quoted(text, "'\\''");
}

/// Returns the arguments with which zsh's function _arguments completes an
/// option: one for each of its names.
static std::string zshOption(const Completed &option) {
  std::string text;
  for (const std::string &name : option.names) {
    std::string spec = option.mayRepeat ? "*" : "";
    if (!option.mayRepeat && option.names.size() > 1)
      spec = "(" + llvm::join(option.names, " ") + ")";
    bool isLong = llvm::StringRef(name).starts_with("--");
    bool hasArgument = option.kind != ArgumentKind::None;
    spec += name + (!hasArgument ? "" : isLong ? "=" : "+");
    spec += "[" + escaped(option.help, "[]\\") + "]";
    if (hasArgument)
      spec += ":" + escaped(option.argument, ":\\") + ":" + zshAction(option);
    text += " \\\n      " + zshQuoted(spec);
  }
  return text;
}

static std::string zshBranch(const CLI::App &verb) {
  std::string text = "  " + verb.get_name() + ")\n    _arguments";
  for (const Completed &option : optionsOf(verb))
    text += zshOption(option);
  Completed positional = positionalOf(verb);
  if (positional.kind != ArgumentKind::None)
    text += " \\\n      " +
            zshQuoted("::" + positional.argument + ":" + zshAction(positional));
  return text + " ;;\n";
}

std::string pinstripe::zshCompletion(const CLI::App &tool) {
  std::string text = "#compdef pinstripe\n" + generatedBy("zsh") + R"(
_pinstripe() {
  local separator=${words[(i)--]}
  # The words after `--` are a command of its own.
  if ((separator < CURRENT)); then
    shift $separator words
    ((CURRENT -= separator))
    _normal
    return
  fi
  if ((CURRENT == 2)); then
    local -a verbs=(
)";
  for (const CLI::App *verb : verbsOf(tool))
    text += "      " +
            zshQuoted(verb->get_name() + ":" +
                      escaped(verb->get_description(), ":\\")) +
            "\n";
  text += "      " + zshQuoted(("help:" + helpOfHelp).str()) +
          "\n    )\n    _describe -t commands verb verbs\n    _arguments";
  for (const Completed &option : optionsOf(tool))
    text += zshOption(option);
  text += R"(
    return
  fi
  local verb=$words[2]
  shift words
  ((CURRENT -= 1))
  case $verb in
)";
  for (const CLI::App *verb : verbsOf(tool))
    text += zshBranch(*verb);
  text += "  help) _arguments " +
          zshQuoted("1:verb:(" + verbNames(tool) + ")") + " ;;\n";
  return text + "  esac\n}\n\n_pinstripe \"$@\"\n";
}

//===-- fish --------------------------------------------------------------===//

static std::string fishQuoted(llvm::StringRef text) {
  return quoted(escaped(text, "\\"), "\\'");
}

/// Returns the options with which fish's command `complete` completes an
/// argument.
static std::string fishAction(const Completed &argument) {
  switch (argument.kind) {
  case ArgumentKind::None:
    return "";
  case ArgumentKind::Words:
    return " -x -a " + fishQuoted(llvm::join(argument.words, " "));
  case ArgumentKind::File:
    return " -r -F";
  case ArgumentKind::Folder:
    return " -x -a '(__fish_complete_directories)'";
  case ArgumentKind::Other:
    return " -x";
  }
  return "";
}

static std::string fishOption(const Completed &option,
                              llvm::StringRef condition) {
  std::string text = "complete -c pinstripe -n " + fishQuoted(condition);
  for (const std::string &name : option.names)
    text += llvm::StringRef(name).starts_with("--") ? " -l " + name.substr(2)
                                                    : " -s " + name.substr(1);
  return text + fishAction(option) + " -d " + fishQuoted(option.help) + "\n";
}

std::string pinstripe::fishCompletion(const CLI::App &tool) {
  std::string text = generatedBy("fish") + R"(
# Is the verb $argv[1], and the cursor before `--`? Without an argument: is there
# no verb yet?
function __pinstripe_verb_is
    set -l words (commandline -opc)
    contains -- -- $words; and return 1
    for word in $words[2..-1]
        string match -q -- '-*' $word; and continue
        test "$word" = "$argv[1]"
        return
    end
    test (count $argv) -eq 0
end

function __pinstripe_is_in_command
    contains -- -- (commandline -opc)
end

# Completes the words after `--` as a command of its own.
function __pinstripe_command
    set -l words (commandline -opc)
    set -l separator (contains -i -- -- $words)
    set -e words[1..$separator]
    set -l current (commandline -ct)
    complete -C (string join ' ' -- (string escape -- $words) $current)
end

complete -c pinstripe -f
complete -c pinstripe -n __pinstripe_is_in_command -a '(__pinstripe_command)'
)";
  for (const Completed &option : optionsOf(tool))
    text += fishOption(option, "__pinstripe_verb_is");
  text += "complete -c pinstripe -n __pinstripe_verb_is -a help -d " +
          fishQuoted(helpOfHelp) +
          "\ncomplete -c pinstripe -n '__pinstripe_verb_is help' -a " +
          fishQuoted(verbNames(tool)) + "\n";
  for (const CLI::App *verb : verbsOf(tool)) {
    text += "complete -c pinstripe -n __pinstripe_verb_is -a " +
            verb->get_name() + " -d " + fishQuoted(verb->get_description()) +
            "\n";
    std::string condition = "__pinstripe_verb_is " + verb->get_name();
    for (const Completed &option : optionsOf(*verb))
      text += fishOption(option, condition);
    Completed positional = positionalOf(*verb);
    if (positional.kind == ArgumentKind::File)
      text += "complete -c pinstripe -n " + fishQuoted(condition) + " -F\n";
    else if (positional.kind == ArgumentKind::Folder)
      text += "complete -c pinstripe -n " + fishQuoted(condition) +
              " -a '(__fish_complete_directories)'\n";
  }
  return text;
}

// Reads and writes lists of actions, a line for each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Action.h"
#include "MouseWords.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include <cctype>

using namespace pinstripe;

/// The first line of each file with actions. The number is the version of the
/// format.
static constexpr llvm::StringLiteral firstLineOfFile("pinstripe-actions 1");
/// The largest number of columns or rows of a terminal.
static constexpr unsigned mostCells = 1000;
/// The largest width or height of a display, in pixels.
static constexpr unsigned mostPixels = 8192;
/// The largest number of actions in a file.
static constexpr size_t mostActions = 1'000'000;

llvm::ArrayRef<llvm::StringLiteral> pinstripe::namedKeys() {
  static constexpr llvm::StringLiteral names[] = {
      "Enter",    "Tab",   "Backspace", "Escape", "Space",  "Up",     "Down",
      "Left",     "Right", "Home",      "End",    "Insert", "Delete", "PageUp",
      "PageDown", "F1",    "F2",        "F3",     "F4",     "F5",     "F6",
      "F7",       "F8",    "F9",        "F10",    "F11",    "F12"};
  return names;
}

/// Returns the character if `text` is a single character; otherwise nullopt. A
/// control character does not count.
static std::optional<char32_t> onlyCharacter(llvm::StringRef text) {
  const auto *next = reinterpret_cast<const llvm::UTF8 *>(text.data());
  llvm::UTF32 character = 0;
  llvm::UTF32 *end = &character;
  if (text.empty() ||
      llvm::ConvertUTF8toUTF32(&next, next + text.size(), &end, end + 1,
                               llvm::strictConversion) != llvm::conversionOK ||
      end != &character + 1)
    return std::nullopt;
  if (character <= ' ' || (character >= 0x7f && character < 0xa0))
    return std::nullopt;
  return character;
}

/// Returns whether Ctrl together with this character makes a control character.
static bool hasControl(char32_t character) {
  return (character >= '@' && character <= '_') ||
         (character >= 'a' && character <= 'z') || character == '?';
}

std::optional<Key> pinstripe::parseKey(llvm::StringRef name) {
  Key key;
  struct Prefix {
    llvm::StringLiteral text;
    bool Key::*held;
  };
  static constexpr Prefix prefixes[] = {
      {"C-", &Key::control}, {"M-", &Key::meta}, {"S-", &Key::shift}};
  for (const Prefix &prefix : prefixes)
    // A prefix such as `C-` is not a key by itself. But `C--` is a key: minus
    // with Ctrl.
    if (name.size() > prefix.text.size() && name.starts_with(prefix.text)) {
      name = name.drop_front(prefix.text.size());
      key.*prefix.held = true;
    }
  const auto *found = llvm::find(namedKeys(), name);
  if (found != namedKeys().end()) {
    key.name = *found;
    return key;
  }
  std::optional<char32_t> character = onlyCharacter(name);
  if (!character || key.shift || (key.control && !hasControl(*character)))
    return std::nullopt;
  key.character = *character;
  return key;
}

/// Returns bytes as text in which everything but printable ASCII characters is
/// written as \xHH.
static std::string escaped(llvm::StringRef bytes) {
  std::string text;
  for (char each : bytes)
    if (each == '\\')
      text += "\\\\";
    else if (each > ' ' && each < 0x7f)
      text += each;
    else
      text +=
          llvm::formatv("\\x{0}", llvm::toHex(llvm::StringRef(&each, 1), true));
  return text;
}

/// Returns the bytes that an escaped text stands for; nullopt if the text is
/// not valid.
static std::optional<std::string> unescaped(llvm::StringRef text) {
  std::string bytes;
  while (!text.empty()) {
    if (!text.consume_front("\\")) {
      bytes += text.front();
      text = text.drop_front();
    } else if (text.consume_front("\\")) {
      bytes += '\\';
    } else if (text.consume_front("x") && text.size() >= 2 &&
               llvm::isHexDigit(text[0]) && llvm::isHexDigit(text[1])) {
      bytes += llvm::fromHex(text.take_front(2));
      text = text.drop_front(2);
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

std::string pinstripe::actionLine(const Action &action) {
  switch (action.kind) {
  case Action::Kind::Key:
    return "key " + action.word;
  case Action::Kind::Bytes:
    return "bytes " + escaped(action.word);
  case Action::Kind::Motion:
  case Action::Kind::Click:
  case Action::Kind::DoubleClick:
  case Action::Kind::Press:
  case Action::Kind::Release:
    return mouseLine(action);
  case Action::Kind::Resize:
    break;
  }
  return "resize " + std::to_string(action.columns) + "x" +
         std::to_string(action.rows);
}

/// Parses a size such as 80x24. Neither number may exceed `most`.
static bool parseSize(llvm::StringRef text, unsigned most, unsigned &columns,
                      unsigned &rows) {
  auto [left, right] = text.split('x');
  return !left.getAsInteger(10, columns) && !right.getAsInteger(10, rows) &&
         columns >= 1 && columns <= most && rows >= 1 && rows <= most;
}

/// Removes the time from the beginning of a line and returns it; nullopt if
/// there is none.
static std::optional<double> takeTime(llvm::StringRef &line) {
  llvm::StringRef word = line.take_until([](char c) { return c == ' '; });
  double seconds = 0;
  if (word.empty() || !llvm::isDigit(word[0]) ||
      word.find_first_not_of("0123456789.") != llvm::StringRef::npos ||
      word.getAsDouble(seconds))
    return std::nullopt;
  line = line.drop_front(word.size()).ltrim(' ');
  return seconds;
}

/// Returns the key action that types a character; nullopt if no key types it.
static std::optional<Action> typed(llvm::StringRef character) {
  Action action;
  action.word = character == " " ? "Space" : character.str();
  if (!parseKey(action.word))
    return std::nullopt;
  return action;
}

namespace {

/// The places where an action can be made: anywhere, in a terminal only, or on
/// a display only.
enum class ActionPlace : uint8_t { Any, Terminal, Display };

/// Parses a list of actions line by line.
class ActionParser {
public:
  explicit ActionParser(ActionPlace place) : place(place) {}
  /// Parses a line. Returns a description of the mistake in the line; empty if
  /// there is none.
  std::string parse(llvm::StringRef line);
  std::vector<Action> actions;

private:
  std::string parseType(llvm::StringRef text, std::optional<double> seconds);
  bool isKey(llvm::StringRef name) const;

  ActionPlace place;
};

} // namespace

std::string ActionParser::parseType(llvm::StringRef text,
                                    std::optional<double> seconds) {
  if (text.empty())
    return "`type` needs the characters that are typed";
  while (!text.empty()) {
    unsigned size = std::min<size_t>(
        llvm::getNumBytesForUTF8(static_cast<llvm::UTF8>(text[0])),
        text.size());
    std::optional<Action> action = typed(text.take_front(size));
    if (!action)
      return "`" + printable(text.take_front(size)) +
             "` is not a character that can be typed; write `key NAME`";
    action->seconds = seconds;
    actions.push_back(std::move(*action));
    text = text.drop_front(size);
  }
  return "";
}

bool ActionParser::isKey(llvm::StringRef name) const {
  return place == ActionPlace::Terminal ? parseKey(name).has_value()
                                        : parseDisplayKey(name).has_value();
}

std::string ActionParser::parse(llvm::StringRef line) {
  Action action;
  action.seconds = takeTime(line);
  auto [verb, rest] = line.split(' ');
  if (verb == "type")
    return parseType(rest, action.seconds);
  llvm::StringRef argument = rest.trim(' ');
  std::optional<Action::Kind> mouse = mouseKind(verb);
  bool isForTerminal = verb == "resize" || verb == "bytes";
  if (mouse && place == ActionPlace::Terminal)
    return "`" + verb.str() +
           "` needs a display, and this list is for a terminal; begin the list "
           "with a line such as `display 1024x768` instead of that of the "
           "terminal";
  if (isForTerminal && place == ActionPlace::Display)
    return "`" + verb.str() +
           "` is for terminals, and this list is for a display";
  if (mouse) {
    action.kind = *mouse;
    if (std::string wrong = parseMouse(argument, action); !wrong.empty())
      return wrong;
  } else if (verb == "key") {
    if (!isKey(argument))
      return "`" + printable(argument) +
             "` is not a key; write a character or a name such as Enter, Up, "
             "F1, C-x or M-x";
    action.word = argument.str();
  } else if (verb == "resize") {
    action.kind = Action::Kind::Resize;
    if (!parseSize(argument, mostCells, action.columns, action.rows))
      return "`" + printable(argument) +
             "` is not a size of a terminal; write one such as 80x24";
  } else if (verb == "bytes") {
    action.kind = Action::Kind::Bytes;
    std::optional<std::string> bytes = unescaped(argument);
    if (!bytes || bytes->empty())
      return "`" + printable(argument) +
             "` has no bytes; write a byte as \\x1b, and a backslash as "
             "\\\\";
    action.word = std::move(*bytes);
  } else {
    return "`" + printable(verb) +
           "` is not an action; these are key, type, bytes and resize, and on "
           "a display click, doubleclick, press, release and motion";
  }
  actions.push_back(std::move(action));
  return "";
}

static llvm::Expected<std::vector<Action>> parseLines(llvm::StringRef lines,
                                                      llvm::StringRef name,
                                                      size_t firstLine,
                                                      ActionPlace place) {
  ActionParser parser(place);
  for (size_t number = firstLine; !lines.empty(); ++number) {
    llvm::StringRef line;
    std::tie(line, lines) = lines.split('\n');
    line = line.rtrim('\r').ltrim(' ');
    if (line.trim().empty() || line.starts_with("#"))
      continue;
    std::string wrong = parser.parse(line);
    if (wrong.empty() && parser.actions.size() > mostActions)
      wrong = "there are more than " + std::to_string(mostActions) + " actions";
    if (!wrong.empty())
      return llvm::make_error<UsageError>(name + ":" + llvm::Twine(number) +
                                          ": " + wrong);
  }
  return std::move(parser.actions);
}

llvm::Expected<std::vector<Action>>
pinstripe::parseActions(llvm::StringRef lines, llvm::StringRef name,
                        size_t firstLine) {
  return parseLines(lines, name, firstLine, ActionPlace::Any);
}

llvm::Expected<ActionList> pinstripe::parseActionFile(llvm::StringRef content,
                                                      llvm::StringRef name) {
  auto [first, rest] = content.split('\n');
  if (first.rtrim() != firstLineOfFile) {
    if (first.starts_with(firstLineOfFile.split(' ').first))
      return llvm::make_error<UsageError>(
          name +
          ": has another version of the format; its first line must be "
          "`" +
          firstLineOfFile + "`");
    return llvm::make_error<UsageError>(
        name +
        ": is not a list of actions; record one with `pinstripe actions "
        "--record`, or write `" +
        firstLineOfFile + "` as its first line");
  }
  ActionList list;
  auto [second, others] = rest.split('\n');
  size_t firstAction = 2;
  if (second.consume_front("terminal ")) {
    auto [size, type] = second.rtrim().split(' ');
    type = type.trim();
    TerminalSetting terminal;
    if (!parseSize(size, mostCells, terminal.columns, terminal.rows) ||
        type.find_if([](char c) { return !llvm::isPrint(c) || c == ' '; }) !=
            llvm::StringRef::npos)
      return llvm::make_error<UsageError>(
          name + ":2: the line of the terminal is not valid; write one such as "
                 "`terminal 80x24 xterm-256color`");
    if (!type.empty())
      terminal.type = type.str();
    list.setting = terminal;
    rest = others;
    firstAction = 3;
  } else if (second.consume_front("display ")) {
    DisplaySetting display;
    if (!parseSize(second.trim(), mostPixels, display.width, display.height))
      return llvm::make_error<UsageError>(
          name + ":2: the line of the display is not valid; write one such as "
                 "`display 1024x768`");
    list.setting = display;
    rest = others;
    firstAction = 3;
  }
  ActionPlace place = std::holds_alternative<DisplaySetting>(list.setting)
                          ? ActionPlace::Display
                          : ActionPlace::Terminal;
  if (llvm::Error error =
          parseLines(rest, name, firstAction, place).moveInto(list.actions))
    return error;
  return list;
}

std::string pinstripe::describe(const ActionSetting &setting) {
  if (const auto *display = std::get_if<DisplaySetting>(&setting))
    return llvm::formatv("{0}x{1}", display->width, display->height);
  const auto &terminal = std::get<TerminalSetting>(setting);
  return llvm::formatv("{0}x{1} {2}", terminal.columns, terminal.rows,
                       terminal.type);
}

std::string pinstripe::settingLine(const ActionSetting &setting) {
  bool isDisplay = std::holds_alternative<DisplaySetting>(setting);
  return (isDisplay ? "display " : "terminal ") + describe(setting);
}

std::string pinstripe::actionFile(const ActionList &list) {
  std::string text =
      firstLineOfFile.str() + "\n" + settingLine(list.setting) + "\n";
  for (const Action &action : list.actions) {
    if (action.seconds)
      text += llvm::formatv("{0:f2} ", *action.seconds);
    text += actionLine(action) + "\n";
  }
  return text;
}

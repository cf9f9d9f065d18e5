// Reads and writes those lines in a list of actions that are about the mouse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MouseWords.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;
using Kind = Action::Kind;

/// The largest coordinate of the mouse in a window, in pixels. Coordinates may
/// be negative, down to minus this number.
static constexpr int farthest = 8192;
/// The largest number of a mouse button.
static constexpr unsigned mostButtons = 9;

static constexpr struct {
  Kind kind;
  llvm::StringLiteral verb;
} mouseVerbs[] = {{Kind::Motion, "motion"},
                  {Kind::Click, "click"},
                  {Kind::DoubleClick, "doubleclick"},
                  {Kind::Press, "press"},
                  {Kind::Release, "release"}};

std::optional<Kind> pinstripe::mouseKind(llvm::StringRef verb) {
  for (const auto &each : mouseVerbs)
    if (each.verb == verb)
      return each.kind;
  return std::nullopt;
}

/// Removes the next word, and the spaces after it, from `text`, and returns the
/// word.
static llvm::StringRef takeWord(llvm::StringRef &text) {
  auto [word, rest] = text.split(' ');
  text = rest.ltrim(' ');
  return word;
}

static bool parseDistance(llvm::StringRef word, int &distance) {
  return !word.getAsInteger(10, distance) && distance >= -farthest &&
         distance <= farthest;
}

/// Parses the number of a mouse button with its prefixes, such as 1 or C-3.
static bool parseButton(llvm::StringRef word, MousePlace &mouse) {
  mouse.control = word.consume_front("C-");
  mouse.meta = word.consume_front("M-");
  mouse.shift = word.consume_front("S-");
  return !word.getAsInteger(10, mouse.button) && mouse.button >= 1 &&
         mouse.button <= mostButtons;
}

std::string pinstripe::parseMouse(llvm::StringRef text, Action &action) {
  MousePlace &mouse = action.mouse;
  llvm::StringRef x = takeWord(text), y = takeWord(text);
  if (!parseDistance(x, mouse.x) || !parseDistance(y, mouse.y))
    return "`" + printable((x + " " + y).str()) +
           "` is not a place in a window; write two numbers of pixels, such as "
           "20 35";
  if (action.kind != Kind::Motion && !text.empty() &&
      !text.starts_with("in ")) {
    llvm::StringRef button = takeWord(text);
    if (!parseButton(button, mouse))
      return "`" + printable(button) +
             "` is not a button; write a number from 1 to 9, after C-, M- or "
             "S- if Ctrl, Alt or Shift is held down";
  }
  if (text.empty())
    return "";
  if (!text.consume_front("in ") || text.trim(' ').empty())
    return "`" + printable(text) +
           "` is more than an action has; write `in` and the title of the "
           "window";
  mouse.window = text.trim(' ').str();
  return "";
}

std::string pinstripe::mouseLine(const Action &action) {
  const MousePlace &mouse = action.mouse;
  std::string line;
  for (const auto &each : mouseVerbs)
    if (each.kind == action.kind)
      line = each.verb.str();
  line += " " + std::to_string(mouse.x) + " " + std::to_string(mouse.y);
  bool isHeld = mouse.control || mouse.meta || mouse.shift;
  if (action.kind != Kind::Motion && (isHeld || mouse.button != 1)) {
    line += mouse.control ? " C-" : " ";
    line += mouse.meta ? "M-" : "";
    line += mouse.shift ? "S-" : "";
    line += std::to_string(mouse.button);
  }
  if (!mouse.window.empty())
    line += " in " + mouse.window;
  return line;
}

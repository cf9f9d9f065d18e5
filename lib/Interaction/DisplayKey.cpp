// Names the keys of a keyboard on a display of the X Window System.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Action.h"
#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

using namespace pinstripe;

/// Keys whose names in lists of actions differ from those in the X Window
/// System. If a name stands for several keys, a replay uses the first one.
static constexpr struct {
  llvm::StringLiteral name;
  xkb_keysym_t symbol;
} ownNames[] = {
    {"Enter", XKB_KEY_Return},       {"Backspace", XKB_KEY_BackSpace},
    {"Space", XKB_KEY_space},        {"PageUp", XKB_KEY_Page_Up},
    {"PageDown", XKB_KEY_Page_Down}, {"Tab", XKB_KEY_Tab},
    {"Tab", XKB_KEY_ISO_Left_Tab}};

static xkb_keysym_t symbolNamed(llvm::StringRef name) {
  for (const auto &each : ownNames)
    if (each.name == name)
      return each.symbol;
  // A name with a zero byte in it is not the name of a key.
  if (name.contains('\0'))
    return XKB_KEY_NoSymbol;
  return xkb_keysym_from_name(name.str().c_str(), XKB_KEYSYM_NO_FLAGS);
}

std::optional<DisplayKey> pinstripe::parseDisplayKey(llvm::StringRef name) {
  DisplayKey parsed;
  if (std::optional<Key> key = parseKey(name)) {
    parsed.control = key->control;
    parsed.meta = key->meta;
    parsed.shift = key->shift;
    parsed.symbol =
        key->name.empty()
            ? xkb_utf32_to_keysym(static_cast<uint32_t>(key->character))
            : symbolNamed(key->name);
  } else {
    parsed.control = name.consume_front("C-");
    parsed.meta = name.consume_front("M-");
    parsed.shift = name.consume_front("S-");
    // On a display, Ctrl is allowed with any character. Shift is not: a
    // character such as `A` already says whether Shift is held down.
    std::optional<Key> character = parseKey(name);
    if (character && character->name.empty() && !parsed.shift)
      parsed.symbol =
          xkb_utf32_to_keysym(static_cast<uint32_t>(character->character));
    else if (name.size() > 1 && !character)
      parsed.symbol = symbolNamed(name);
  }
  if (parsed.symbol == XKB_KEY_NoSymbol)
    return std::nullopt;
  return parsed;
}

std::string pinstripe::displayKeyName(uint32_t symbol) {
  for (const auto &each : ownNames)
    if (each.symbol == symbol)
      return each.name.str();
  char buffer[64] = {};
  // The symbols of the keypad also stand for characters, but these characters
  // have keys of their own elsewhere on the keyboard. So a symbol of the keypad
  // is not named by its character.
  bool isOther = symbol >= 0xff00 && symbol <= 0xffff;
  if (!isOther && xkb_keysym_to_utf8(symbol, buffer, sizeof(buffer)) > 1 &&
      parseKey(buffer) &&
      xkb_utf32_to_keysym(xkb_keysym_to_utf32(symbol)) == symbol)
    return buffer;
  if (xkb_keysym_get_name(symbol, buffer, sizeof(buffer)) <= 0)
    return "";
  std::optional<DisplayKey> key = parseDisplayKey(buffer);
  return key && key->symbol == symbol ? buffer : "";
}

// Finds the keys of a display for symbols, and the symbols for keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "XKeyboard.h"
#include "XWindows.h"
#include <xkbcommon/xkbcommon.h>

using namespace pinstripe;

XKeyboard::XKeyboard(xcb_connection_t *connection) : connection(connection) {
  const xcb_setup_t *setup = xcb_get_setup(connection);
  firstCode = setup->min_keycode;
  auto number =
      static_cast<uint8_t>(setup->max_keycode - setup->min_keycode + 1);
  Reply<xcb_get_keyboard_mapping_reply_t> mapping(
      xcb_get_keyboard_mapping_reply(
          connection, xcb_get_keyboard_mapping(connection, firstCode, number),
          nullptr));
  if (!mapping)
    return;
  columns = mapping->keysyms_per_keycode;
  const xcb_keysym_t *first = xcb_get_keyboard_mapping_keysyms(mapping.get());
  symbols.assign(
      first, first + xcb_get_keyboard_mapping_keysyms_length(mapping.get()));
}

/// Returns one of the symbols of a key; 0 if there is none. The display has a
/// table of symbols, with a row for each key. `code` is the index of the row,
/// and `column` that of the column.
uint32_t XKeyboard::at(unsigned code, unsigned column) const {
  size_t index = size_t(code) * columns + column;
  return column < columns && index < symbols.size() ? symbols[index] : 0;
}

std::optional<KeyPlace> XKeyboard::find(uint32_t symbol) const {
  for (unsigned column : {0u, 1u})
    for (unsigned code = 0; columns != 0 && code < symbols.size() / columns;
         ++code)
      if (at(code, column) == symbol)
        return KeyPlace{static_cast<uint8_t>(firstCode + code), column == 1};
  return std::nullopt;
}

std::optional<KeyPlace> XKeyboard::placeOf(uint32_t symbol) {
  if (std::optional<KeyPlace> place = find(symbol))
    return place;
  // No key has the symbol, so a key without symbols gets it. The search for
  // such a key begins at the last key, since most of the last keys have no
  // symbols.
  for (size_t code = columns == 0 ? 0 : symbols.size() / columns; code-- > 0;) {
    bool isFree = true;
    for (unsigned column = 0; column < columns; ++column)
      isFree &= at(static_cast<unsigned>(code), column) == 0;
    if (!isFree)
      continue;
    for (unsigned column = 0; column < columns; ++column)
      symbols[code * columns + column] = column < 2 ? symbol : 0;
    KeyPlace place{static_cast<uint8_t>(firstCode + code), false};
    xcb_change_keyboard_mapping(connection, 1, place.code,
                                static_cast<uint8_t>(columns),
                                &symbols[code * columns]);
    return place;
  }
  return std::nullopt;
}

uint32_t XKeyboard::symbolOf(uint8_t code, uint16_t state) const {
  if (code < firstCode)
    return 0;
  unsigned key = code - firstCode;
  bool shift = (state & XCB_MOD_MASK_SHIFT) != 0;
  // Bits 13 and 14 of `state` are the number of the group of symbols, such as a
  // second alphabet. Mod5 is set in `state` while the key AltGr is held down.
  unsigned group = (state >> 13) & 3, first = 0;
  if (group == 1 && at(key, 2) != 0)
    first = 2;
  else if ((state & XCB_MOD_MASK_5) != 0 && at(key, 4) != 0)
    first = 4;
  uint32_t plain = at(key, first), shifted = at(key, first + 1);
  if (shifted == 0)
    shifted = plain;
  // Caps Lock acts as Shift for letters only, and Num Lock for the keypad only.
  bool isLetter = xkb_keysym_to_upper(plain) != xkb_keysym_to_lower(plain);
  bool isKeypad = shifted >= 0xff80 && shifted <= 0xffbd;
  if ((isLetter && (state & XCB_MOD_MASK_LOCK) != 0) ||
      (isKeypad && (state & XCB_MOD_MASK_2) != 0))
    shift = !shift;
  return shift ? shifted : plain;
}

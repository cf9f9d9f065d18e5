// Finds the keys of a display for symbols, and the symbols for keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_XKEYBOARD_H
#define PINSTRIPE_LIB_INTERACTION_XKEYBOARD_H

#include "pinstripe/Interaction/Action.h"
#include <optional>
#include <vector>
#include <xcb/xcb.h>

namespace pinstripe {

/// The key that types a symbol, and whether Shift must be held down for it.
struct KeyPlace {
  uint8_t code = 0;
  bool shift = false;
};

/// Knows which symbols each key of a display types.
class XKeyboard {
public:
  explicit XKeyboard(xcb_connection_t *connection);

  /// Returns the key that types a symbol. If no key does, gives the symbol to a
  /// key that has no symbols yet. Returns nullopt if each key has symbols.
  std::optional<KeyPlace> placeOf(uint32_t symbol);
  /// Returns the symbol that a key types; 0 if there is none. `state` has the
  /// modifiers that are held down, in the form of the X core protocol.
  uint32_t symbolOf(uint8_t code, uint16_t state) const;

private:
  uint32_t at(unsigned code, unsigned column) const;
  std::optional<KeyPlace> find(uint32_t symbol) const;

  xcb_connection_t *connection;
  uint8_t firstCode = 8;
  unsigned columns = 0;
  std::vector<uint32_t> symbols;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INTERACTION_XKEYBOARD_H

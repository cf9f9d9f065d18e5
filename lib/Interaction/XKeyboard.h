// Presses keys on a display by the symbols that they have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INTERACTION_XKEYBOARD_H
#define PINSTRIPE_LIB_INTERACTION_XKEYBOARD_H

#include "pinstripe/Interaction/Action.h"
#include <optional>
#include <vector>
#include <xcb/xcb.h>

namespace pinstripe {

/// Which key of a keyboard has a symbol, as a number of the key, and whether
/// Shift must be held down.
struct KeyPlace {
  uint8_t code = 0;
  bool shift = false;
};

/// The symbols that the keys of a display have.
class XKeyboard {
public:
  explicit XKeyboard(xcb_connection_t *connection);

  /// Returns the key for a symbol. If no key has the symbol, gives it to a key
  /// that has none. Returns nullopt if there is no such key.
  std::optional<KeyPlace> placeOf(uint32_t symbol);
  /// Returns the symbol of a key while the modifiers `state` are held down, as
  /// the core protocol has them; 0 if it has none.
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

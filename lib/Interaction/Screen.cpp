// Emulates the screen and the keyboard of a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Screen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include <deque>
#include <vterm.h>

using namespace pinstripe;

/// The number of lines that are remembered after they were scrolled out of the
/// screen.
static constexpr size_t mostScrolledLines = 10'000;

static void append(std::string &text, uint32_t character) {
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  if (llvm::ConvertCodePointToUTF8(character, end))
    text.append(bytes, end);
}

/// Appends the text of a screen cell. An empty cell becomes a blank. The second
/// cell of a wide character adds nothing.
static void append(std::string &text, const VTermScreenCell &cell) {
  constexpr uint32_t secondHalf = ~uint32_t(0);
  if (cell.chars[0] == secondHalf)
    return;
  if (cell.chars[0] == 0)
    text += ' ';
  for (uint32_t character : cell.chars) {
    if (character == 0)
      return;
    append(text, character);
  }
}

static std::string trimmed(llvm::StringRef line) {
  return line.rtrim(' ').str();
}

/// The state of the emulated terminal, in the library libvterm.
struct Screen::Emulator {
  explicit Emulator(const TerminalSetting &setting);
  ~Emulator() { vterm_free(terminal); }
  std::vector<std::string> lines() const;

  VTerm *terminal;
  VTermScreen *screen;
  std::string replies;
  /// True while the program shows the alternate screen, which it draws itself.
  bool isFull = false;
  /// The alternate screen as the user has seen it last.
  std::vector<std::string> seenFull;
  std::deque<std::string> scrolled;
};

Screen::Emulator::Emulator(const TerminalSetting &setting)
    : terminal(vterm_new(static_cast<int>(setting.rows),
                         static_cast<int>(setting.columns))),
      screen(vterm_obtain_screen(terminal)) {
  static const VTermScreenCallbacks callbacks = [] {
    VTermScreenCallbacks made = {};
    made.settermprop = [](VTermProp property, VTermValue *value, void *user) {
      if (property == VTERM_PROP_ALTSCREEN)
        static_cast<Emulator *>(user)->isFull = value->boolean != 0;
      return 1;
    };
    made.sb_pushline = [](int columns, const VTermScreenCell *cells,
                          void *user) {
      auto *emulator = static_cast<Emulator *>(user);
      if (emulator->isFull)
        return 1;
      std::string line;
      for (int column = 0; column < columns; ++column)
        append(line, cells[column]);
      emulator->scrolled.push_back(trimmed(line));
      if (emulator->scrolled.size() > mostScrolledLines)
        emulator->scrolled.pop_front();
      return 1;
    };
    return made;
  }();
  vterm_set_utf8(terminal, 1);
  vterm_output_set_callback(
      terminal,
      [](const char *bytes, size_t size, void *user) {
        static_cast<std::string *>(user)->append(bytes, size);
      },
      &replies);
  vterm_screen_set_callbacks(screen, &callbacks, this);
  vterm_screen_enable_altscreen(screen, 1);
  vterm_screen_reset(screen, /*hard=*/1);
}

std::vector<std::string> Screen::Emulator::lines() const {
  int rows = 0, columns = 0;
  vterm_get_size(terminal, &rows, &columns);
  std::vector<std::string> result;
  for (int row = 0; row < rows; ++row) {
    std::string line;
    for (int column = 0; column < columns; ++column) {
      VTermScreenCell cell;
      if (vterm_screen_get_cell(screen, {row, column}, &cell))
        append(line, cell);
    }
    result.push_back(trimmed(line));
  }
  return result;
}

Screen::Screen(const TerminalSetting &setting)
    : emulator(std::make_unique<Emulator>(setting)) {}

Screen::~Screen() = default;

void Screen::write(llvm::StringRef output) {
  vterm_input_write(emulator->terminal, output.data(), output.size());
}

std::string Screen::takeReplies() {
  return std::exchange(emulator->replies, std::string());
}

void Screen::resize(unsigned columns, unsigned rows) {
  vterm_set_size(emulator->terminal, static_cast<int>(rows),
                 static_cast<int>(columns));
}

/// Returns the number that the library libvterm has for a key whose bytes
/// depend on the terminal's modes; VTERM_KEY_NONE for any other key.
static VTermKey functionKey(llvm::StringRef name) {
  llvm::StringRef number = name;
  unsigned index = 0;
  if (number.consume_front("F") && !number.getAsInteger(10, index))
    return static_cast<VTermKey>(VTERM_KEY_FUNCTION(index));
  return llvm::StringSwitch<VTermKey>(name)
      .Case("Up", VTERM_KEY_UP)
      .Case("Down", VTERM_KEY_DOWN)
      .Case("Left", VTERM_KEY_LEFT)
      .Case("Right", VTERM_KEY_RIGHT)
      .Case("Home", VTERM_KEY_HOME)
      .Case("End", VTERM_KEY_END)
      .Case("Insert", VTERM_KEY_INS)
      .Case("Delete", VTERM_KEY_DEL)
      .Case("PageUp", VTERM_KEY_PAGEUP)
      .Case("PageDown", VTERM_KEY_PAGEDOWN)
      .Default(VTERM_KEY_NONE);
}

/// Returns the character that a key types, if the key is a character or has the
/// name of one.
static char32_t characterOf(const Key &key) {
  return llvm::StringSwitch<char32_t>(key.name)
      .Case("Enter", '\r')
      .Case("Tab", '\t')
      .Case("Backspace", 0x7f)
      .Case("Escape", 0x1b)
      .Case("Space", key.control ? 0 : ' ')
      .Default(key.control && key.character == '?' ? 0x7f
               : key.control                       ? key.character & 0x1f
                                                   : key.character);
}

std::string Screen::bytesOf(const Key &key) {
  VTermKey function = functionKey(key.name);
  if (key.name == "Tab" && key.shift)
    function = VTERM_KEY_TAB;
  if (function == VTERM_KEY_NONE) {
    std::string bytes = key.meta ? "\x1b" : "";
    char32_t character = characterOf(key);
    if (character == 0)
      bytes.push_back('\0');
    else
      append(bytes, character);
    return bytes;
  }
  int held = (key.control ? VTERM_MOD_CTRL : 0) |
             (key.meta ? VTERM_MOD_ALT : 0) | (key.shift ? VTERM_MOD_SHIFT : 0);
  // The library libvterm puts its answers to the program and the bytes of keys
  // into the same stream. So the answers that are not fetched yet are set aside
  // before the key is pressed, and put back afterwards.
  std::string replies = takeReplies();
  vterm_keyboard_key(emulator->terminal, function,
                     static_cast<VTermModifier>(held));
  std::swap(emulator->replies, replies);
  return replies;
}

void Screen::noteSeen() {
  if (emulator->isFull)
    emulator->seenFull = emulator->lines();
}

std::string Screen::text() const {
  std::vector<std::string> lines;
  if (emulator->isFull) {
    lines = emulator->lines();
  } else {
    lines = emulator->seenFull;
    while (!lines.empty() && lines.back().empty())
      lines.pop_back();
    llvm::append_range(lines, emulator->scrolled);
    llvm::append_range(lines, emulator->lines());
  }
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

// Turns values into bytes that another process can read, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both processes are of the same build of Pinstripe, so the bytes have no
// version. Each structure is described once, by a function `describe(archive,
// value)`. With a WireWriter the function writes the value, with a WireReader
// it reads it. So reader and writer can't differ.

#ifndef PINSTRIPE_REMOTE_WIRE_H
#define PINSTRIPE_REMOTE_WIRE_H

#include "pinstripe/Support/LEB128.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace pinstripe {

/// Writes values as bytes, one after the other.
class WireWriter {
public:
  static constexpr bool reads = false;
  void number(const uint64_t &value) { appendLEB128(bytes, value); }
  void text(const std::string &value) {
    number(value.size());
    raw(value.data(), value.size());
  }
  void raw(const void *data, size_t size) {
    auto *first = static_cast<const uint8_t *>(data);
    bytes.append(first, first + size);
  }
  /// Returns the bytes written so far.
  std::string take() const { return std::string(bytes.begin(), bytes.end()); }

private:
  llvm::SmallVector<uint8_t, 0> bytes;
};

/// Reads values from bytes, in the order in which they were written. If the
/// bytes do not hold an expected value, this value and all further ones are 0
/// or empty, and `isGood` returns false.
class WireReader {
public:
  static constexpr bool reads = true;
  explicit WireReader(llvm::StringRef text)
      : bytes(reinterpret_cast<const uint8_t *>(text.data()), text.size()) {}

  void number(uint64_t &value) {
    std::optional<uint64_t> read = takeLEB128(bytes);
    if (!read)
      fail();
    value = read.value_or(0);
  }
  void text(std::string &value) {
    uint64_t size = 0;
    number(size);
    value.clear();
    if (size > bytes.size())
      return fail();
    value.resize(size);
    raw(value.data(), size);
  }
  void raw(void *data, size_t size) {
    if (size > bytes.size())
      return fail();
    if (size != 0)
      std::memcpy(data, bytes.data(), size);
    bytes = bytes.drop_front(size);
  }
  /// Returns how many bytes are left. Each element of a list takes at least one
  /// byte. So a list that claims to have more elements than that is damaged.
  size_t left() const { return bytes.size(); }
  void fail() {
    good = false;
    bytes = {};
  }
  /// Returns true if all values so far could be read.
  bool isGood() const { return good; }
  /// Returns true if all values could be read, and no bytes are left.
  bool isAtEnd() const { return good && bytes.empty(); }

private:
  llvm::ArrayRef<uint8_t> bytes;
  bool good = true;
};

/// Writes or reads a whole number, a truth value, or a strong id such as
/// EventIndex.
template <typename Archive, typename T>
  requires(std::is_integral_v<std::remove_const_t<T>> ||
           std::is_enum_v<std::remove_const_t<T>>)
void describe(Archive &archive, T &value) {
  uint64_t number = 0;
  if constexpr (!Archive::reads)
    number = static_cast<uint64_t>(value);
  archive.number(number);
  if constexpr (Archive::reads)
    value = static_cast<T>(number);
}

/// Writes or reads an enumerator. `last` is the last enumerator of its type, so
/// that damaged bytes can't give a value that the type does not have.
template <typename Archive, typename T>
void describeChoice(Archive &archive, T &value, std::remove_const_t<T> last) {
  describe(archive, value);
  if constexpr (Archive::reads)
    if (static_cast<uint64_t>(value) > static_cast<uint64_t>(last)) {
      archive.fail();
      value = T();
    }
}

template <typename Archive, typename T>
  requires(std::is_same_v<std::remove_const_t<T>, double>)
void describe(Archive &archive, T &value) {
  archive.raw(&value, sizeof value);
}

template <typename Archive, typename T>
  requires(std::is_same_v<std::remove_const_t<T>, std::string>)
void describe(Archive &archive, T &value) {
  archive.text(value);
}

// All functions for containers are declared before they are defined, since they
// call each other.
template <typename T> void describe(WireWriter &, const std::optional<T> &);
template <typename T> void describe(WireReader &, std::optional<T> &);
template <typename T> void describe(WireWriter &, const std::vector<T> &);
template <typename T> void describe(WireReader &, std::vector<T> &);
template <typename K, typename V>
void describe(WireWriter &, const std::map<K, V> &);
template <typename K, typename V> void describe(WireReader &, std::map<K, V> &);

/// Writes or reads several values, one after the other.
template <typename Archive, typename... Values>
void describeAll(Archive &archive, Values &...values) {
  (describe(archive, values), ...);
}

template <typename T>
void describe(WireWriter &archive, const std::optional<T> &value) {
  archive.number(value.has_value());
  if (value)
    describe(archive, *value);
}

template <typename T>
void describe(WireReader &archive, std::optional<T> &value) {
  uint64_t isSet = 0;
  archive.number(isSet);
  value.reset();
  if (isSet == 1)
    describe(archive, value.emplace());
  else if (isSet != 0)
    archive.fail();
}

template <typename T>
void describe(WireWriter &archive, const std::vector<T> &value) {
  archive.number(value.size());
  for (const T &each : value)
    describe(archive, each);
}

template <typename T>
void describe(WireReader &archive, std::vector<T> &value) {
  uint64_t size = 0;
  archive.number(size);
  value.clear();
  if (size > archive.left())
    return archive.fail();
  for (uint64_t i = 0; i != size && archive.isGood(); ++i)
    describe(archive, value.emplace_back());
}

template <typename K, typename V>
void describe(WireWriter &archive, const std::map<K, V> &value) {
  archive.number(value.size());
  for (const auto &[key, mapped] : value)
    describeAll(archive, key, mapped);
}

template <typename K, typename V>
void describe(WireReader &archive, std::map<K, V> &value) {
  uint64_t size = 0;
  archive.number(size);
  value.clear();
  if (size > archive.left())
    return archive.fail();
  for (uint64_t i = 0; i != size && archive.isGood(); ++i) {
    K key{};
    describe(archive, key);
    describe(archive, value[key]);
  }
}

/// Writes a value that has one of several types. The type's index comes before
/// the value.
template <typename... Types>
void describe(WireWriter &archive, const std::variant<Types...> &value) {
  archive.number(value.index());
  std::visit([&](const auto &each) { describe(archive, each); }, value);
}

template <typename... Types>
void describe(WireReader &archive, std::variant<Types...> &value) {
  uint64_t index = 0;
  archive.number(index);
  uint64_t each = 0;
  bool isFound = false;
  // This expression tries each type of the variant. For the type with the
  // number `index`, it makes a value and reads it. For the other types it does
  // nothing.
  ((each++ == index
        ? (isFound = true, describe(archive, value.template emplace<Types>()))
        : void()),
   ...);
  if (!isFound)
    archive.fail();
}

/// Returns the bytes of a value.
template <typename T> std::string toWire(const T &value) {
  WireWriter writer;
  describe(writer, value);
  return writer.take();
}

/// Reads a value from its bytes. Returns nullopt if the bytes are not exactly
/// one such value.
template <typename T> std::optional<T> fromWire(llvm::StringRef bytes) {
  WireReader reader(bytes);
  std::optional<T> value(std::in_place);
  describe(reader, *value);
  return reader.isAtEnd() ? std::move(value) : std::nullopt;
}

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_WIRE_H

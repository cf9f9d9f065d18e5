// Formats the content of objects of the C++ library, such as std::vector.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object may be uninitialised memory, so nothing in it is trusted. The
// number of memory reads is limited. Pointers are looked up only in a
// MemoryImage, which holds copies of parts of the program's memory.

#include "Expressions/ValueFormatter.h"
#include <algorithm>
#include <cstring>

using namespace pinstripe;

namespace {

using Shape = ContentLayout::Shape;
using Knowledge = MemoryImage::Knowledge;

/// The largest plausible number of elements. An object that claims to have more
/// is not valid.
constexpr uint64_t maxCount = uint64_t(1) << 40;
/// The largest number of bytes that are read from memory at once. Larger parts
/// of an object are not read.
constexpr uint64_t maxPart = uint64_t(1) << 16;

uint64_t numberAt(llvm::StringRef bytes, uint32_t offset, uint32_t size = 8) {
  uint64_t number = 0;
  llvm::StringRef part = bytes.substr(offset, size);
  std::memcpy(&number, part.data(), std::min(part.size(), sizeof number));
  return number;
}

/// The first elements of a library object, such as a vector, as bytes.
struct Elements {
  std::vector<std::string> bytes;
  /// The number of elements in the object; nullopt if this number is not known.
  std::optional<uint64_t> count = 0;
  /// False if the content of the object is one that no valid object can have.
  bool isValid = true;
  /// True if bytes that are needed to read the elements have not been copied
  /// from the program's memory yet.
  bool isIncomplete = false;
};

/// Finds the first elements of one library object, such as a list, by following
/// the object's pointers through copied parts of the program's memory.
class ElementReader {
public:
  ElementReader(const ContentLayout &layout, llvm::StringRef object,
                MemoryImage &image, size_t most)
      : layout(layout), object(object), image(image), most(most) {}

  Elements read();

private:
  /// Returns the bytes at an address of the program's memory. If the bytes have
  /// not been copied yet, marks `found` as incomplete and returns nullopt. If
  /// they can't be read, marks `found` as invalid and returns nullopt.
  std::optional<llvm::StringRef> bytesAt(uint64_t address, uint64_t size);
  std::optional<uint64_t> wordAt(uint64_t address);
  bool add(uint64_t address);
  /// Stores `count` as the number of the object's elements. Returns the number
  /// of elements that are to be read, which is limited because only the first
  /// elements are shown.
  uint64_t wanted(uint64_t count);
  void readSequence();
  void readBits();
  void readIterators();
  void readBlocks(uint64_t blocks, uint64_t start, uint64_t count);
  void readChain();
  void readTree();
  std::optional<uint64_t> successorOf(uint64_t node);

  const ContentLayout &layout;
  llvm::StringRef object;
  MemoryImage &image;
  size_t most;
  Elements found;
};

std::optional<llvm::StringRef> ElementReader::bytesAt(uint64_t address,
                                                      uint64_t size) {
  MemoryImage::Bytes bytes;
  if (size <= maxPart)
    bytes = image.read({address, static_cast<uint32_t>(size)});
  if (bytes.knowledge == Knowledge::Known)
    return bytes.text;
  if (bytes.knowledge == Knowledge::Missing)
    found.isIncomplete = true;
  else
    found.isValid = false;
  return std::nullopt;
}

std::optional<uint64_t> ElementReader::wordAt(uint64_t address) {
  auto bytes = bytesAt(address, sizeof(uint64_t));
  return bytes ? std::optional(numberAt(*bytes, 0)) : std::nullopt;
}

bool ElementReader::add(uint64_t address) {
  auto bytes = bytesAt(address, layout.element->size);
  if (bytes)
    found.bytes.push_back(bytes->str());
  return bytes.has_value();
}

uint64_t ElementReader::wanted(uint64_t count) {
  found.count = count;
  found.isValid &= count < maxCount;
  return found.isValid ? std::min<uint64_t>(count, most) : 0;
}

void ElementReader::readSequence() {
  uint64_t size = layout.element->size, count = layout.fixedCount;
  uint64_t begin = numberAt(object, layout.first);
  if (layout.isCounted && count == 0)
    count = numberAt(object, layout.last);
  if (!layout.isCounted) {
    uint64_t end = numberAt(object, layout.last);
    found.isValid = begin <= end && (end - begin) % size == 0;
    count = (end - begin) / size;
  }
  // The elements lie side by side in memory, so one read is enough for all.
  count = wanted(count);
  if (auto bytes = bytesAt(begin, count * size))
    for (uint64_t i = 0; i < count; ++i)
      found.bytes.push_back(bytes->substr(i * size, size).str());
}

void ElementReader::readBits() {
  uint64_t begin = numberAt(object, layout.first);
  uint64_t count = numberAt(object, layout.last);
  if (!layout.isCounted)
    count = 8 * (count - begin) + numberAt(object, layout.last + 8, 4);
  count = wanted(count);
  if (auto bytes = bytesAt(begin, (count + 7) / 8))
    for (uint64_t i = 0; i < count; ++i) {
      bool isSet = (static_cast<uint8_t>((*bytes)[i / 8]) >> i % 8 & 1) != 0;
      found.bytes.push_back(std::string(1, isSet ? '\1' : '\0'));
    }
}

void ElementReader::readBlocks(uint64_t blocks, uint64_t start,
                               uint64_t count) {
  count = wanted(count);
  for (uint64_t i = start; i < start + count; ++i) {
    auto block = wordAt(blocks + 8 * (i / layout.perBlock));
    if (!block || !add(*block + i % layout.perBlock * layout.element->size))
      return;
  }
}

/// Reads a deque of libstdc++. The deque has an iterator to its first element,
/// and one past its last element. Each iterator consists of four pointers: to
/// the element, to the begin and the end of the element's block, and to the
/// pointer to this block.
void ElementReader::readIterators() {
  uint64_t size = layout.element->size;
  auto field = [&](uint32_t iterator, uint32_t number) {
    return numberAt(object, iterator + 8 * number);
  };
  uint32_t first = layout.first, last = layout.last;
  uint64_t blocks = (field(last, 3) - field(first, 3)) / 8;
  uint64_t start = (field(first, 0) - field(first, 1)) / size;
  uint64_t end =
      blocks * layout.perBlock + (field(last, 0) - field(last, 1)) / size;
  found.isValid = start < layout.perBlock && start <= end;
  readBlocks(field(first, 3), start, end - start);
}

void ElementReader::readChain() {
  uint64_t node = numberAt(object, layout.first);
  uint64_t count =
      wanted(layout.isCounted ? numberAt(object, layout.last) : most);
  for (uint64_t i = 0; i < count && node != 0; ++i) {
    // This loop follows a list through copied parts of the program's memory. If
    // it asks for a part that has not been copied yet, the next run of the
    // program copies this part. So even if the value of a node is missing, the
    // loop also asks for the node's pointer to the next node. Then one run
    // copies both.
    bool isRead = add(node + layout.value);
    auto next = wordAt(node + layout.next);
    if (!isRead || !next)
      return;
    node = *next;
  }
  if (!layout.isCounted)
    found.count = node == 0 ? std::optional(found.bytes.size()) : std::nullopt;
}

std::optional<uint64_t> ElementReader::successorOf(uint64_t node) {
  constexpr unsigned maxHeight = 128;
  auto right = wordAt(node + layout.right);
  if (!right)
    return right;
  uint64_t at = *right;
  for (unsigned i = 0; at != 0 && i < maxHeight; ++i) {
    auto left = wordAt(at + layout.left);
    if (!left || *left == 0)
      return left ? std::optional(at) : std::nullopt;
    at = *left;
  }
  for (unsigned i = 0; i < maxHeight; ++i) {
    auto parent = wordAt(node + layout.parent);
    auto other = parent ? wordAt(*parent + layout.right) : std::nullopt;
    if (!other || *other != node)
      return other ? parent : std::nullopt;
    node = *parent;
  }
  found.isValid = false;
  return std::nullopt;
}

void ElementReader::readTree() {
  uint64_t count = wanted(numberAt(object, layout.last));
  uint64_t node = numberAt(object, layout.first);
  for (uint64_t i = 0; i < count; ++i) {
    bool isRead = add(node + layout.value);
    if (i + 1 == count)
      return;
    auto next = successorOf(node);
    if (!isRead || !next)
      return;
    node = *next;
  }
}

Elements ElementReader::read() {
  switch (layout.shape) {
  case Shape::Sequence:
    readSequence();
    break;
  case Shape::Bits:
    readBits();
    break;
  case Shape::Iterators:
    readIterators();
    break;
  case Shape::Blocks:
    readBlocks(numberAt(object, layout.first), numberAt(object, layout.start),
               numberAt(object, layout.last));
    break;
  case Shape::Chain:
    readChain();
    break;
  case Shape::Tree:
    readTree();
    break;
  default:
    break;
  }
  return std::move(found);
}

/// Formats an object of a library class with its content.
class ContentFormatter {
public:
  ContentFormatter(const ValueFormatter &values, const ValueLimits &limits,
                   MemoryImage &image, size_t depth)
      : values(values), limits(limits), image(image), depth(depth) {}

  std::string format(const ContentLayout &layout, llvm::StringRef object) const;

private:
  std::string formatText(uint64_t address, uint64_t size) const;
  std::string formatShortText(llvm::StringRef object) const;
  std::string formatPointer(const ContentLayout &layout,
                            llvm::StringRef object) const;
  std::string formatChoice(const ContentLayout &layout,
                           llvm::StringRef object) const;
  std::string formatRecord(const ContentLayout &layout, llvm::StringRef object,
                           llvm::StringRef separator) const;
  std::string formatElements(const ContentLayout &layout,
                             llvm::StringRef object) const;
  std::string inner(const ValueType &type, llvm::StringRef bytes) const {
    return values.format(type, bytes, depth + 1);
  }

  const ValueFormatter &values;
  const ValueLimits &limits;
  MemoryImage &image;
  size_t depth;
};

constexpr const char *invalid = "<invalid>";

std::string ContentFormatter::formatText(uint64_t address,
                                         uint64_t size) const {
  if (size >= maxCount)
    return invalid;
  // A few bytes more than the shown ones are read. They tell `quoted` whether
  // the text goes on and needs "..." at its end.
  uint64_t read = std::min<uint64_t>(size, limits.characters + 4);
  auto bytes = image.read({address, static_cast<uint32_t>(read)});
  if (bytes.knowledge == Knowledge::Known)
    return values.quoted(bytes.text);
  return bytes.knowledge == Knowledge::Missing ? "..." : invalid;
}

std::string ContentFormatter::formatShortText(llvm::StringRef object) const {
  constexpr size_t size = 24;
  if (object.size() < size)
    return "";
  uint64_t first = numberAt(object, 0, 1);
  bool isLong = (first & 1) != 0;
  if (isLong)
    return formatText(numberAt(object, 16), numberAt(object, 8));
  return first / 2 < size ? values.quoted(object.substr(1, first / 2))
                          : invalid;
}

std::string ContentFormatter::formatPointer(const ContentLayout &layout,
                                            llvm::StringRef object) const {
  uint64_t address = numberAt(object, layout.first);
  if (address == 0)
    return "null";
  bool isFollowed = layout.element && layout.element->size != 0 &&
                    layout.element->size <= maxPart &&
                    !layout.element->isOpaqueClass && depth < limits.depth;
  if (!isFollowed)
    return "&{...}";
  auto bytes = image.read({address, layout.element->size});
  if (bytes.knowledge == Knowledge::Known)
    return "&" + inner(*layout.element, bytes.text);
  return bytes.knowledge == Knowledge::Missing ? "..." : invalid;
}

std::string ContentFormatter::formatChoice(const ContentLayout &layout,
                                           llvm::StringRef object) const {
  uint64_t index = numberAt(object, layout.last, layout.indexSize);
  if (index < layout.parts.size())
    return values.format(*layout.parts[index].type, object, depth);
  uint64_t none = ~uint64_t(0) >> (64 - 8 * layout.indexSize);
  return index == none ? "valueless" : invalid;
}

std::string ContentFormatter::formatRecord(const ContentLayout &layout,
                                           llvm::StringRef object,
                                           llvm::StringRef separator) const {
  std::string text;
  for (const ValueType::Member &part : layout.parts) {
    text += text.empty() ? "" : separator;
    text += inner(*part.type, object.substr(part.offset));
  }
  return text;
}

std::string ContentFormatter::formatElements(const ContentLayout &layout,
                                             llvm::StringRef object) const {
  Elements elements =
      ElementReader(layout, object, image, limits.members).read();
  if (!elements.isValid)
    return invalid;
  std::string text;
  for (const std::string &each : elements.bytes) {
    text += text.empty() ? "" : ", ";
    text += layout.isMap ? formatRecord(*layout.element->content, each, ": ")
                         : inner(*layout.element, each);
  }
  uint64_t shown = elements.bytes.size();
  std::string rest = shown == 0 ? "..." : ", ...";
  if (elements.isIncomplete || !elements.count)
    text += rest;
  else if (*elements.count > shown)
    text += rest + " " + std::to_string(*elements.count - shown) + " more";
  return "{" + text + "}";
}

std::string ContentFormatter::format(const ContentLayout &layout,
                                     llvm::StringRef object) const {
  switch (layout.shape) {
  case Shape::Text:
    return formatText(numberAt(object, layout.first),
                      numberAt(object, layout.last));
  case Shape::ShortText:
    return formatShortText(object);
  case Shape::Optional:
    return numberAt(object, layout.last, 1) == 0
               ? "nullopt"
               : values.format(*layout.element, object.substr(layout.first),
                               depth);
  case Shape::Choice:
    return formatChoice(layout, object);
  case Shape::Pointer:
    return formatPointer(layout, object);
  case Shape::Wrapper:
    return values.format(*layout.element, object.substr(layout.first), depth);
  default:
    break;
  }
  if (depth >= limits.depth)
    return "{...}";
  if (layout.shape == Shape::Record)
    return "{" + formatRecord(layout, object, ", ") + "}";
  return formatElements(layout, object);
}

} // namespace

std::string ValueFormatter::formatContent(const ValueType &type,
                                          llvm::StringRef bytes,
                                          size_t depth) const {
  return ContentFormatter(*this, limits, image, depth)
      .format(*type.content, bytes);
}

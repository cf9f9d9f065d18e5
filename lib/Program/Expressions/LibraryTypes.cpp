// Recognises classes of the C++ library and finds their content.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each kind of class, this file lists how libstdc++ and libc++ name the
// members. A member has a path such as `_M_impl._M_start`, whose offset is
// looked up in the debug information. For the nodes of lists, trees and hash
// tables, the debug information may lack the members. So this file gives their
// offsets as numbers, which never change in a library.

#include "Expressions/LibraryClass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm::dwarf;

namespace pinstripe {

namespace {

using Shape = ContentLayout::Shape;
using Result = std::shared_ptr<const ContentLayout>;

/// Finds out where objects of one class of the C++ library keep their elements
/// or other content.
class ContentFinder : LibraryClass {
public:
  using LibraryClass::LibraryClass;

  Result find();

private:
  std::shared_ptr<const ValueType> describe(const DebugType &each) const {
    return lookup.describe(lookup.complete(each));
  }
  /// Sets the offset of the value in a node of a list, tree or hash table.
  /// `header` is the number of bytes before the value, which hold pointers. The
  /// offset is rounded up to the alignment of the value's type.
  void setNode(uint32_t header);
  std::shared_ptr<const ValueType> describePair(const DebugType &key,
                                                const DebugType &mapped) const;
  std::optional<DebugMember> firstPointer(llvm::StringRef path) const;
  void addTupleParts();

  bool findText();
  bool findView();
  bool findSequence();
  bool findBits();
  bool findSpan();
  bool findBlocks();
  bool findList();
  bool findForwardList();
  bool findTree();
  bool findHashTable();
  bool findOptional();
  bool findChoice();
  bool findPointer();
  bool findRecord();
  bool findWrapper();
  bool dispatch(llvm::StringRef name);

  ContentLayout layout;
  bool isMap = false;
};

bool ContentFinder::findText() {
  if (argument(0).die && argument(0).size() != 1)
    return false;
  layout.shape = Shape::Text;
  layout.isCounted = true;
  if (place(layout.first, {"_M_dataplus._M_p"}))
    return place(layout.last, {"_M_string_length"});
  // Clang's debug information declares std::string without its members, so the
  // offsets of the members are given here.
  layout.last = 8;
  if (type.isString())
    return true;
  layout.shape = Shape::ShortText;
  return type.isShortString();
}

bool ContentFinder::findView() {
  if (argument(0).size() != 1)
    return false;
  layout.shape = Shape::Text;
  layout.isCounted = true;
  return place(layout.first, {"_M_str", "__data_", "__data"}) &&
         place(layout.last, {"_M_len", "__size_", "__size"});
}

bool ContentFinder::findSequence() {
  layout.shape = Shape::Sequence;
  return place(layout.first, {"_M_impl._M_start", "__begin_"}) &&
         place(layout.last, {"_M_impl._M_finish", "__end_"});
}

bool ContentFinder::findBits() {
  layout.shape = Shape::Bits;
  layout.isCounted = member("__size_").has_value();
  return place(layout.first, {"_M_impl._M_start._M_p", "__begin_"}) &&
         place(layout.last, {"_M_impl._M_finish._M_p", "__size_"});
}

/// Finds the content of a span or an initializer_list.
bool ContentFinder::findSpan() {
  layout.shape = Shape::Sequence;
  layout.isCounted = true;
  if (!place(layout.first, {"_M_ptr", "_M_array", "__data_", "__begin_"}))
    return false;
  if (place(layout.last, {"_M_extent._M_extent_value", "_M_len", "__size_"}))
    return true;
  if (arguments.size() < 2)
    return false;
  auto count = toUnsigned(arguments[1].find(DW_AT_const_value));
  layout.fixedCount = count.value_or(0);
  return count.has_value();
}

bool ContentFinder::findBlocks() {
  uint64_t size = element().die ? element().size().value_or(0) : 0;
  if (size == 0)
    return false;
  layout.shape = Shape::Iterators;
  if (place(layout.first, {"_M_impl._M_start"})) {
    layout.perBlock = static_cast<uint32_t>(size < 512 ? 512 / size : 1);
    return place(layout.last, {"_M_impl._M_finish"});
  }
  layout.shape = Shape::Blocks;
  layout.perBlock = static_cast<uint32_t>(size < 256 ? 4096 / size : 16);
  return place(layout.first, {"__map_.__begin_"}) &&
         place(layout.start, {"__start_"}) &&
         place(layout.last, {"__size_.__value_", "__size_"});
}

void ContentFinder::setNode(uint32_t header) {
  DebugType mapped = isMap ? argument(1) : DebugType();
  uint32_t ofMapped = mapped.die ? alignedTo(header, mapped) : header;
  layout.value = std::max(alignedTo(header, element()), ofMapped);
}

bool ContentFinder::findList() {
  layout.shape = Shape::Chain;
  layout.isCounted = true;
  setNode(16);
  if (place(layout.first, {"_M_impl._M_node._M_next"}))
    return place(layout.last, {"_M_impl._M_node._M_size"});
  layout.next = 8;
  return place(layout.first, {"__end_.__next_"}) &&
         place(layout.last, {"__size_alloc_.__value_", "__size_"});
}

bool ContentFinder::findForwardList() {
  layout.shape = Shape::Chain;
  setNode(8);
  return place(layout.first,
               {"_M_impl._M_head._M_next", "__before_begin_.__value_.__next_",
                "__before_begin_.__next_"});
}

bool ContentFinder::findTree() {
  layout.shape = Shape::Tree;
  layout.isCounted = true;
  if (place(layout.first, {"_M_t._M_impl._M_header._M_left"})) {
    layout.parent = 8;
    layout.left = 16;
    layout.right = 24;
    setNode(32);
    return place(layout.last, {"_M_t._M_impl._M_node_count"});
  }
  layout.right = 8;
  layout.parent = 16;
  setNode(25);
  return place(layout.first, {"__tree_.__begin_node_"}) &&
         place(layout.last, {"__tree_.__pair3_.__value_", "__tree_.__size_"});
}

bool ContentFinder::findHashTable() {
  layout.shape = Shape::Chain;
  layout.isCounted = true;
  if (place(layout.first, {"_M_h._M_before_begin._M_nxt"})) {
    setNode(8);
    return place(layout.last, {"_M_h._M_element_count"});
  }
  setNode(16);
  return place(layout.first, {"__table_.__p1_.__value_.__next_",
                              "__table_.__first_node_.__next_"}) &&
         place(layout.last, {"__table_.__p2_.__value_", "__table_.__size_"});
}

bool ContentFinder::findOptional() {
  layout.shape = Shape::Optional;
  return place(layout.first, {"_M_payload._M_payload._M_value", "__val_"}) &&
         place(layout.last, {"_M_payload._M_engaged", "__engaged_"});
}

bool ContentFinder::findChoice() {
  auto index = anyMember({"_M_index", "__impl_.__index"});
  if (!index || !index->type.size() || *index->type.size() > 8)
    return false;
  layout.shape = Shape::Choice;
  layout.last = static_cast<uint32_t>(index->offset);
  layout.indexSize = static_cast<uint32_t>(*index->type.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    layout.parts.push_back({"", 0, describe(argument(i))});
  return true;
}

/// Finds the first member that has this path, such as `_M_t._M_head_impl`, and
/// is a pointer. Several base classes of a class may have a member of the same
/// name.
std::optional<DebugMember>
ContentFinder::firstPointer(llvm::StringRef path) const {
  auto [outer, name] = path.rsplit('.');
  auto owner = member(outer);
  if (!owner)
    return std::nullopt;
  std::optional<DebugMember> found;
  forEachMember(lookup.complete(owner->type),
                [&](llvm::StringRef each, const DebugMember &part) {
                  if (!found && each == name && part.type.isPointer())
                    found = part;
                });
  if (found)
    found->offset += owner->offset;
  return found;
}

bool ContentFinder::findPointer() {
  layout.shape = Shape::Pointer;
  // In a unique_ptr, the pointer and a deleter without state may be members
  // with the same name. So only a member that is a pointer is accepted.
  for (llvm::StringRef path : {"_M_t._M_t._M_head_impl", "__ptr_.__value_"})
    if (auto pointer = firstPointer(path)) {
      layout.first = static_cast<uint32_t>(pointer->offset);
      return true;
    }
  auto pointer = anyMember({"_M_ptr", "__ptr_", "_M_data", "__f_"});
  if (!pointer || !pointer->type.isPointer())
    return false;
  layout.first = static_cast<uint32_t>(pointer->offset);
  return true;
}

/// Adds the elements of a tuple. Each element is in a base class of its own.
void ContentFinder::addTupleParts() {
  std::vector<ValueType::Member> &parts = layout.parts;
  bool isReversed = false;
  // In libc++ the tuple has only one member, `__base_`. The class of this
  // member has a base class for each element.
  auto only = member("__base_");
  uint64_t begin = only ? only->offset : 0;
  forEachMember(only ? only->type : type, [&](llvm::StringRef name,
                                              const DebugMember &part) {
    isReversed |= name == "_M_head_impl";
    if (name == "_M_head_impl" || name == "__value_")
      parts.push_back({"", static_cast<uint32_t>(begin + part.offset),
                       describe(part.type)});
  });
  // In libstdc++ the first base class of a tuple holds the last element, so the
  // elements are found in reverse order.
  if (isReversed)
    std::reverse(parts.begin(), parts.end());
}

bool ContentFinder::findRecord() {
  layout.shape = Shape::Record;
  for (llvm::StringRef name : {"first", "second"})
    if (auto part = member(name))
      layout.parts.push_back(
          {"", static_cast<uint32_t>(part->offset), describe(part->type)});
  if (layout.parts.size() != 2) {
    layout.parts.clear();
    addTupleParts();
  }
  return true;
}

bool ContentFinder::findWrapper() {
  auto inner = anyMember({"_M_elems", "__elems_", "c", "_M_b._M_p", "_M_i",
                          "__a_.__a_value", "__a_value", "__r", "__rep_", "__d",
                          "__d_"});
  if (!inner)
    return false;
  layout.shape = Shape::Wrapper;
  layout.first = static_cast<uint32_t>(inner->offset);
  layout.element = describe(inner->type);
  return true;
}

/// Returns a description of std::pair<const Key, Mapped>, the type of a map's
/// elements.
std::shared_ptr<const ValueType>
ContentFinder::describePair(const DebugType &key,
                            const DebugType &mapped) const {
  auto pair = std::make_shared<ValueType>();
  auto parts = std::make_shared<ContentLayout>();
  auto first = describe(key), second = describe(mapped);
  uint32_t offset = alignedTo(first->size, mapped);
  parts->parts = {{"", 0, first}, {"", offset, second}};
  pair->kind = ValueType::Kind::Structure;
  pair->size = offset + second->size;
  pair->content = std::move(parts);
  return pair;
}

bool ContentFinder::dispatch(llvm::StringRef name) {
  using Find = bool (ContentFinder::*)();
  bool isBits = name == "vector" && element().name() == "bool";
  auto find =
      llvm::StringSwitch<Find>(name)
          .Case("basic_string", &ContentFinder::findText)
          .Case("basic_string_view", &ContentFinder::findView)
          .Case("vector", isBits ? &ContentFinder::findBits
                                 : &ContentFinder::findSequence)
          .Cases("span", "initializer_list", &ContentFinder::findSpan)
          .Case("deque", &ContentFinder::findBlocks)
          .Case("list", &ContentFinder::findList)
          .Case("forward_list", &ContentFinder::findForwardList)
          .Cases("map", "multimap", "set", "multiset", &ContentFinder::findTree)
          .Cases("unordered_map", "unordered_multimap", "unordered_set",
                 "unordered_multiset", &ContentFinder::findHashTable)
          .Case("optional", &ContentFinder::findOptional)
          .Case("variant", &ContentFinder::findChoice)
          .Cases("unique_ptr", "shared_ptr", "reference_wrapper",
                 &ContentFinder::findPointer)
          .Cases("pair", "tuple", &ContentFinder::findRecord)
          .Cases("array", "stack", "queue", "priority_queue", "atomic",
                 "duration", "time_point", &ContentFinder::findWrapper)
          .Default(nullptr);
  return find && (this->*find)();
}

Result ContentFinder::find() {
  llvm::StringRef name = templateName();
  isMap = name.ends_with("map");
  if (!dispatch(name))
    return nullptr;
  layout.isMap = isMap;
  bool hasElement = !layout.element && layout.parts.empty() &&
                    layout.shape != Shape::Text &&
                    layout.shape != Shape::ShortText &&
                    layout.shape != Shape::Record && element().die;
  if (hasElement)
    layout.element =
        isMap ? describePair(argument(0), argument(1)) : describe(element());
  bool needsSize = hasElement && layout.shape != Shape::Bits &&
                   layout.shape != Shape::Pointer;
  if (needsSize && layout.element->size == 0)
    return nullptr;
  return std::make_shared<const ContentLayout>(std::move(layout));
}

} // namespace

std::shared_ptr<const ContentLayout> findContent(const DebugType &type,
                                                 const TypeLookup &lookup) {
  if (!isLibraryClass(type))
    return nullptr;
  return ContentFinder(type, lookup).find();
}

} // namespace pinstripe

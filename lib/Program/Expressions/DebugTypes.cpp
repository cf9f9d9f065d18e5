// Reads types from DWARF, the debug information, to format values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/DebugTypes.h"
#include "Expressions/LibraryTypes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm::dwarf;

namespace pinstripe {

namespace {

/// How deeply the description of a type may be nested. Nobody needs to see more
/// levels, and a type in damaged debug information may contain itself.
constexpr unsigned maxTypeDepth = 16;
/// Largest number of parts in the description of a type. Members, bases and
/// elements count as parts, and so do their own parts. What exceeds the limit
/// is left out.
constexpr unsigned maxParts = 4096;
/// Largest depth of nested library objects whose content is described. A class
/// may contain a container of objects of this class, so its description could
/// be endless.
constexpr unsigned maxContentDepth = 6;

std::string nameOf(llvm::DWARFDie die) {
  return toString(die.find(DW_AT_name), "");
}

uint64_t encodingOf(const DebugType &type) {
  if (type.tag() != DW_TAG_base_type)
    return 0;
  return toUnsigned(type.die.find(DW_AT_encoding), 0);
}

std::optional<uint64_t> unsignedAttribute(llvm::DWARFDie die,
                                          Attribute attribute) {
  return toUnsigned(die.find(attribute));
}

/// Returns the DWARF entries of an array type's dimensions, outermost first.
std::vector<llvm::DWARFDie> dimensionsOf(llvm::DWARFDie array) {
  std::vector<llvm::DWARFDie> result;
  for (llvm::DWARFDie child : array.children())
    if (child.getTag() == DW_TAG_subrange_type)
      result.push_back(child);
  return result;
}

std::optional<uint64_t> countOf(llvm::DWARFDie dimension) {
  if (auto count = unsignedAttribute(dimension, DW_AT_count))
    return count;
  // The bound of a variable-length array is an expression, whose value is known
  // only at run time. So the number of elements is unknown here.
  auto bound = dimension.find(DW_AT_upper_bound);
  if (!bound || bound->getAsBlock())
    return std::nullopt;
  auto last = bound->getAsUnsignedConstant();
  if (!last)
    if (auto signedLast = bound->getAsSignedConstant())
      last = static_cast<uint64_t>(*signedLast);
  return last ? std::optional(*last + 1) : std::nullopt;
}

} // namespace

DebugType typeOf(llvm::DWARFDie die) {
  for (unsigned depth = 0; die && depth < 64; ++depth) {
    auto form = die.findRecursively({DW_AT_type});
    if (!form)
      return {};
    die = die.getAttributeValueAsReferencedDie(*form);
    if (!die)
      return {};
    die = die.resolveTypeUnitReference();
    if (!die)
      return {};
    switch (die.getTag()) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
      continue;
    default:
      return {die};
    }
  }
  return {};
}

bool DebugType::isStructure() const {
  return tag() == DW_TAG_structure_type || tag() == DW_TAG_class_type ||
         tag() == DW_TAG_union_type;
}

bool DebugType::isInteger() const {
  if (tag() == DW_TAG_enumeration_type)
    return true;
  uint64_t encoding = encodingOf(*this);
  return encoding == DW_ATE_boolean || encoding == DW_ATE_signed ||
         encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned ||
         encoding == DW_ATE_unsigned_char || encoding == DW_ATE_UTF;
}

bool DebugType::isSigned() const {
  if (tag() == DW_TAG_enumeration_type) {
    DebugType underlying = typeOf(die);
    return underlying.tag() == DW_TAG_base_type && underlying.isSigned();
  }
  uint64_t encoding = encodingOf(*this);
  return encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
}

bool DebugType::isCharacter() const {
  return tag() == DW_TAG_base_type && nameOf(die) == "char";
}

/// Returns the namespace inside of std in which a string class is declared.
/// This namespace differs between libstdc++ and libc++. Returns an empty text
/// if the type is not a string class.
static std::string scopeOfString(const DebugType &type) {
  if (!type.isStructure() ||
      !llvm::StringRef(nameOf(type.die)).starts_with("basic_string<char,"))
    return "";
  llvm::DWARFDie scope = type.die.getParent();
  llvm::DWARFDie outer = scope ? scope.getParent() : scope;
  return outer && nameOf(outer) == "std" ? nameOf(scope) : "";
}

bool DebugType::isString() const { return scopeOfString(*this) == "__cxx11"; }

bool DebugType::isShortString() const {
  std::string scope = scopeOfString(*this);
  return scope != "__cxx11" && llvm::StringRef(scope).starts_with("__");
}

DebugType DebugType::target() const {
  if (!isArray() || dimension + 1 >= dimensionsOf(die).size())
    return typeOf(die);
  return {die, dimension + 1};
}

std::optional<uint64_t> DebugType::count() const {
  std::vector<llvm::DWARFDie> dimensions = dimensionsOf(die);
  if (dimension >= dimensions.size())
    return std::nullopt;
  return countOf(dimensions[dimension]);
}

std::optional<uint64_t> DebugType::size() const {
  DebugType single = *this;
  uint64_t elements = 1;
  for (unsigned depth = 0; single.isArray(); ++depth) {
    auto count = single.count();
    if (!count || depth > maxTypeDepth)
      return std::nullopt;
    bool isTooLarge = false;
    elements = llvm::SaturatingMultiply(elements, *count, &isTooLarge);
    if (isTooLarge)
      return std::nullopt;
    single = single.target();
  }
  auto size = single.sizeOfOne();
  bool isTooLarge = false;
  uint64_t bytes =
      llvm::SaturatingMultiply(elements, size.value_or(0), &isTooLarge);
  return size && !isTooLarge ? std::optional(bytes) : std::nullopt;
}

std::optional<uint64_t> DebugType::sizeOfOne() const {
  if (isPointer() || isReference())
    return 8;
  if (isString())
    return 32;
  if (isShortString())
    return 24;
  return die ? unsignedAttribute(die, DW_AT_byte_size) : std::nullopt;
}

std::string DebugType::name() const {
  std::string suffix;
  DebugType type = *this;
  for (unsigned depth = 0; depth < maxTypeDepth; ++depth) {
    if (!type.die)
      return "void" + suffix;
    std::string own = nameOf(type.die);
    if (own.empty() && type.isPointer())
      suffix = " *" + suffix;
    else if (own.empty() && type.isArray())
      suffix = "[]" + suffix;
    else
      return (own.empty() && type.isStructure() ? "struct" : own) + suffix;
    type = type.target();
  }
  return "..." + suffix;
}

static std::optional<DebugMember> memberAt(llvm::DWARFDie child) {
  DebugMember member;
  member.type = typeOf(child);
  member.isBitField = child.find(DW_AT_bit_size).has_value();
  auto place = child.find(DW_AT_data_member_location);
  // The offset of a virtual base in an object is known only at run time, so the
  // members of a virtual base can't be found here.
  if (place && !place->getAsUnsignedConstant())
    return std::nullopt;
  if (place)
    member.offset = *place->getAsUnsignedConstant();
  return member;
}

namespace {

/// Visits all members of a structure, including the members of its bases and of
/// anonymous structures.
class MemberVisitor {
public:
  using Visit = llvm::function_ref<bool(llvm::StringRef, const DebugMember &)>;

  explicit MemberVisitor(Visit visit) : visit(visit) {}

  /// Calls the callback for the members of a structure, one after the other,
  /// until the callback returns true. Returns whether the callback has returned
  /// true.
  bool run(llvm::DWARFDie structure, uint64_t offset = 0, unsigned depth = 0);

private:
  Visit visit;
  unsigned left = maxParts;
};

} // namespace

bool MemberVisitor::run(llvm::DWARFDie structure, uint64_t offset,
                        unsigned depth) {
  if (depth > maxTypeDepth)
    return false;
  for (llvm::DWARFDie child : structure.children()) {
    bool isBase = child.getTag() == DW_TAG_inheritance;
    bool isMember = child.getTag() == DW_TAG_member &&
                    !child.find(DW_AT_external) &&
                    !child.find(DW_AT_declaration);
    if (!isBase && !isMember)
      continue;
    auto member = memberAt(child);
    if (!member || left == 0)
      continue;
    --left;
    member->offset += offset;
    std::string name = nameOf(child);
    bool isAnonymous = name.empty() && member->type.isStructure();
    if (isAnonymous || isBase) {
      if (run(member->type.die, member->offset, depth + 1))
        return true;
    } else if (visit(name, *member)) {
      return true;
    }
  }
  return false;
}

std::optional<DebugMember> findMember(const DebugType &structure,
                                      llvm::StringRef name) {
  std::optional<DebugMember> found;
  MemberVisitor([&](llvm::StringRef each, const DebugMember &member) {
    if (each != name)
      return false;
    found = member;
    return true;
  }).run(structure.die);
  return found;
}

void forEachMember(
    const DebugType &structure,
    llvm::function_ref<void(llvm::StringRef, const DebugMember &)> callback) {
  MemberVisitor([&](llvm::StringRef name, const DebugMember &member) {
    callback(name, member);
    return false;
  }).run(structure.die);
}

namespace {

/// Makes a ValueType that describes a type and all types of which it consists.
class Describer {
public:
  explicit Describer(CompleteType complete) : complete(complete) {}

  std::shared_ptr<const ValueType> describe(const DebugType &type,
                                            unsigned depth = 0);

private:
  void describeMembers(const DebugType &type, unsigned depth,
                       ValueType &result);
  void describeParts(const DebugType &type, unsigned depth, ValueType &result);
  void describeClass(const DebugType &type, unsigned depth, ValueType &result);

  CompleteType complete;
  unsigned left = maxParts;
};

} // namespace

void Describer::describeMembers(const DebugType &type, unsigned depth,
                                ValueType &result) {
  MemberVisitor([&](llvm::StringRef name, const DebugMember &member) {
    DebugType part = complete(member.type);
    uint64_t size = part.size().value_or(UINT64_MAX);
    bool fits = !member.isBitField && size <= result.size &&
                member.offset <= result.size - size;
    if (!fits || name.starts_with("_vptr"))
      result.hasHiddenMembers = true;
    else
      result.members.push_back({name.str(),
                                static_cast<uint32_t>(member.offset),
                                describe(part, depth + 1)});
    return false;
  }).run(type.die);
}

static void describeEnumerators(const DebugType &type, ValueType &result) {
  for (llvm::DWARFDie child : type.die.children())
    if (child.getTag() == DW_TAG_enumerator)
      if (auto value = child.find(DW_AT_const_value)) {
        auto number = value->getAsSignedConstant();
        if (!number && value->getAsUnsignedConstant())
          number = static_cast<int64_t>(*value->getAsUnsignedConstant());
        if (number)
          result.enumerators.push_back({nameOf(child), *number});
      }
}

static ValueType::Kind baseKind(const DebugType &type) {
  if (type.isCharacter())
    return ValueType::Kind::Character;
  bool isWord = type.size() <= 8;
  switch (encodingOf(type)) {
  case DW_ATE_boolean:
    return ValueType::Kind::Boolean;
  case DW_ATE_UTF:
    return ValueType::Kind::Character;
  case DW_ATE_signed:
  case DW_ATE_signed_char:
    return isWord ? ValueType::Kind::Signed : ValueType::Kind::Opaque;
  case DW_ATE_unsigned:
  case DW_ATE_unsigned_char:
    return isWord ? ValueType::Kind::Unsigned : ValueType::Kind::Opaque;
  case DW_ATE_float:
    // The processor supports only one kind of floating-point number of 16
    // bytes: `long double`. Values of other kinds are shown as bytes.
    return type.size() != 16 || nameOf(type.die) == "long double"
               ? ValueType::Kind::Float
               : ValueType::Kind::Opaque;
  default:
    return ValueType::Kind::Opaque;
  }
}

void Describer::describeClass(const DebugType &type, unsigned depth,
                              ValueType &result) {
  result.kind = ValueType::Kind::Structure;
  if (type.isString() || type.isShortString())
    result.hasHiddenMembers = true;
  else
    describeMembers(type, depth, result);
  if (depth > maxContentDepth)
    return;
  auto describePart = [&](const DebugType &part) {
    return describe(part, depth + 1);
  };
  result.content = findContent(type, {complete, describePart});
  result.isOpaqueClass = !result.content && isLibraryClass(type);
}

void Describer::describeParts(const DebugType &type, unsigned depth,
                              ValueType &result) {
  if (type.tag() == DW_TAG_base_type) {
    result.kind = baseKind(type);
  } else if (type.tag() == DW_TAG_enumeration_type) {
    result.kind = ValueType::Kind::Enumeration;
    describeEnumerators(type, result);
  } else if (type.isPointer() || type.isReference()) {
    result.kind = ValueType::Kind::Pointer;
  } else if (type.isStructure()) {
    describeClass(type, depth, result);
  } else if (type.isArray()) {
    result.kind = ValueType::Kind::Array;
    result.element = describe(complete(type.target()), depth + 1);
    result.count = static_cast<uint32_t>(type.count().value_or(0));
  }
}

std::shared_ptr<const ValueType> Describer::describe(const DebugType &type,
                                                     unsigned depth) {
  auto result = std::make_shared<ValueType>();
  result->name = type.name();
  uint64_t size = type.size().value_or(0);
  // The value of an object of 4 GiB or more is never read, so its type need not
  // be described.
  if (size > UINT32_MAX)
    return result;
  result->size = static_cast<uint32_t>(size);
  if (depth > maxTypeDepth || left == 0)
    return result;
  --left;
  describeParts(type, depth, *result);
  return result;
}

std::shared_ptr<const ValueType> describeType(const DebugType &type,
                                              CompleteType complete) {
  return Describer(complete).describe(type);
}

static void markUsed(const ValueType &type, size_t offset,
                     llvm::BitVector &used) {
  switch (type.kind) {
  case ValueType::Kind::Structure:
    if (type.hasHiddenMembers)
      break;
    for (const ValueType::Member &member : type.members)
      markUsed(*member.type, offset + member.offset, used);
    return;
  case ValueType::Kind::Array:
    if (type.element->size == 0)
      return;
    for (uint32_t i = 0; i < type.count && offset < used.size(); ++i) {
      markUsed(*type.element, offset, used);
      offset += type.element->size;
    }
    return;
  default:
    break;
  }
  constexpr uint32_t extendedFloatBytes = 10;
  bool isExtended = type.kind == ValueType::Kind::Float && type.size == 16;
  size_t end = offset + (isExtended ? extendedFloatBytes : type.size);
  if (end <= used.size())
    used.set(static_cast<unsigned>(offset), static_cast<unsigned>(end));
}

std::vector<ByteRange> paddingOf(const ValueType &type) {
  llvm::BitVector used(type.size);
  markUsed(type, 0, used);
  std::vector<ByteRange> result;
  for (int begin = used.find_first_unset(); begin >= 0;) {
    int end = used.find_next(static_cast<unsigned>(begin));
    uint32_t last = end < 0 ? type.size : static_cast<uint32_t>(end);
    result.push_back({static_cast<uint32_t>(begin), last});
    begin = end < 0 ? -1 : used.find_next_unset(static_cast<unsigned>(end));
  }
  return result;
}

} // namespace pinstripe

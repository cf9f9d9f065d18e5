// Finds out what the arguments of a function consist of, and where they are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// Members of structures are listed down to this depth of nesting.
static constexpr unsigned maxDepth = 3;
/// If an array is part of an argument and has no length, the search can change
/// its elements only if it has at most this many.
static constexpr uint32_t maxElements = 32;

/// Returns true if the name is one that variables for lengths often have.
static bool isLengthName(llvm::StringRef name) {
  std::string lower = name.lower();
  llvm::StringRef word = lower;
  if (word == "n" || word == "argc")
    return true;
  static constexpr llvm::StringLiteral words[] = {"len", "length", "size",
                                                  "count", "num"};
  return llvm::any_of(words, [&](llvm::StringRef each) {
    return word.starts_with(each) || word.ends_with(each);
  });
}

/// Returns true if values of the type can be moved in memory byte by byte.
static bool isPlain(const ValueType &type) {
  if (type.isNumber() || type.kind == ValueType::Kind::Pointer)
    return true;
  if (type.kind == ValueType::Kind::Array)
    return type.element && isPlain(*type.element);
  return type.kind == ValueType::Kind::Structure && !type.content &&
         !type.isOpaqueClass &&
         llvm::all_of(type.members, [](const ValueType::Member &member) {
           return isPlain(*member.type);
         });
}

/// Returns true if the type is std::string_view, a type of the C++ library.
static bool isView(const ValueType &type) {
  return type.name == "string_view" ||
         llvm::StringRef(type.name).starts_with("basic_string_view<char,");
}

static bool isUnion(const ValueType &type) {
  for (size_t i = 1; i < type.members.size(); ++i)
    if (type.members[i].offset <
        type.members[i - 1].offset + type.members[i - 1].type->size)
      return true;
  return false;
}

std::optional<CompiledExpression>
CallLayout::compile(const std::string &expression) {
  auto compiled = compiler.compile(expression, address);
  if (compiled)
    return std::move(*compiled);
  // The error is ignored: if the expression of an argument can't be compiled,
  // the search does not change this argument.
  llvm::consumeError(compiled.takeError());
  return std::nullopt;
}

CallArgument CallLayout::fix(const std::string &expression,
                             const std::string &name, llvm::StringRef text,
                             llvm::StringRef reason) {
  fixed.push_back({expression, reason.str()});
  CallArgument argument;
  argument.name = name;
  argument.expression = expression;
  argument.fixed = !text.empty()        ? text.str()
                   : expression == name ? name
                                        : "...";
  return argument;
}

CallArgument CallLayout::addPart(CallPart part, const std::string &name,
                                 bool isPointer) {
  CallArgument argument;
  argument.name = name;
  argument.expression = part.name;
  argument.part = arguments.parts.size();
  argument.isPointer = isPointer;
  arguments.parts.push_back(std::move(part));
  return argument;
}

/// Returns the expression of the argument or member that holds the number of
/// elements of the array `expression`. This is the argument or member that the
/// user has named, or else a likely one. Returns "" if there is none.
std::string CallLayout::lengthOf(llvm::StringRef expression) const {
  for (llvm::StringRef pair : statedLengths) {
    auto [array, length] = pair.split(':');
    if (array == expression)
      return length.str();
  }
  auto found = likelyLengths.find(expression.str());
  return found == likelyLengths.end() ? "" : found->second;
}

/// Notes that the number `length` is probably the length of `array`. Does
/// nothing if `length` was already noted as the length of an array.
void CallLayout::noteLength(const std::string &array,
                            const std::string &length) {
  if (llvm::none_of(likelyLengths,
                    [&](const auto &each) { return each.second == length; }))
    likelyLengths.emplace(array, length);
}

/// Looks for members that are probably the lengths of arrays or texts. Such a
/// member has a name that is usual for lengths, and comes directly after a
/// pointer, or directly before a pointer to numbers. `lead` is the expression
/// in front of the name of a member, such as `list->`.
void CallLayout::noteMemberLengths(const ValueType &type,
                                   const std::string &lead) {
  auto isPointer = [](const ValueType::Member &member) {
    return member.type->kind == ValueType::Kind::Pointer ||
           member.type->kind == ValueType::Kind::Text;
  };
  auto isLength = [](const ValueType::Member &member) {
    return member.type->isNumber() && isLengthName(member.name);
  };
  const auto &members = type.members;
  for (size_t i = 0; i + 1 < members.size(); ++i)
    if (isPointer(members[i]) && isLength(members[i + 1]))
      noteLength(lead + members[i].name, lead + members[i + 1].name);
  for (size_t i = 1; i < members.size(); ++i) {
    if (!isPointer(members[i]) || !isLength(members[i - 1]))
      continue;
    auto element = compile("*" + lead + members[i].name);
    if (element && element->type->isNumber())
      noteLength(lead + members[i].name, lead + members[i - 1].name);
  }
}

CallArgument CallLayout::describeMembers(const ValueType &type,
                                         const std::string &expression,
                                         const std::string &name,
                                         unsigned depth, bool isPointer) {
  llvm::StringRef reason = depth >= maxDepth ? "it is nested too deeply"
                           : type.isOpaqueClass || type.content
                               ? "objects of its class are not changed"
                           : type.members.empty() ? "it has no members"
                           : isUnion(type)        ? "it is a union"
                                                  : "";
  if (!reason.empty())
    return fix(expression, name, "", reason);
  CallArgument argument;
  argument.name = name;
  argument.expression = expression;
  argument.isPointer = isPointer;
  std::string lead = expression + (isPointer ? "->" : ".");
  noteMemberLengths(type, lead);
  for (const ValueType::Member &member : type.members)
    argument.members.push_back(
        member.name.empty()
            ? fix(lead + "(unnamed)", "_", "", "it has no name")
            : describe(lead + member.name, member.name, depth + 1));
  return argument;
}

/// Describes an array without a length. The search can change its elements, but
/// not their number.
CallArgument CallLayout::describeElements(const ValueType &type,
                                          const std::string &expression,
                                          const std::string &name,
                                          unsigned depth) {
  if (type.count > maxElements || depth >= maxDepth)
    return fix(expression, name, "",
               depth >= maxDepth
                   ? "it is nested too deeply"
                   : "it has more than " + std::to_string(maxElements) +
                         " elements, and no length");
  CallArgument argument;
  argument.name = name;
  argument.expression = expression;
  argument.isArray = true;
  for (uint32_t i = 0; i < type.count; ++i) {
    std::string index = "[" + std::to_string(i) + "]";
    argument.members.push_back(describe(expression + index, index, depth + 1));
  }
  return argument;
}

CallArgument CallLayout::describePointer(const std::string &expression,
                                         const std::string &name,
                                         unsigned depth) {
  auto target = compile("*" + expression);
  auto place = compile("&*" + expression);
  if (!target || !place)
    return fix(expression, name, "",
               "it does not point to data of a known type");
  std::string length = lengthOf(expression);
  ValueType pointer;
  pointer.kind = ValueType::Kind::Pointer;
  pointer.size = sizeof(uint64_t);
  bool leadsToText = target->location.extent == LocationExtent::Pointed;
  auto element =
      leadsToText ? std::make_shared<const ValueType>(pointer) : target->type;
  if (!length.empty() && element->size != 0 && isPlain(*element)) {
    CallPart part;
    part.kind = CallPart::Kind::Array;
    part.name = expression;
    part.type = element;
    part.elementSize = element->size;
    places.push_back({{}, place->location, length, {}, leadsToText});
    return addPart(std::move(part), name);
  }
  if (element->isNumber() && element->size <= 8) {
    CallPart part;
    part.name = "*" + expression;
    part.type = element;
    places.push_back({target->location, place->location});
    return addPart(std::move(part), name, /*isPointer=*/true);
  }
  if (element->kind == ValueType::Kind::Structure) {
    if (depth < maxDepth)
      leads.push_back({expression, place->location});
    return describeMembers(*element, expression, name, depth,
                           /*isPointer=*/true);
  }
  return fix(expression, name, "", "pointers are not changed");
}

CallArgument CallLayout::describe(const std::string &expression,
                                  const std::string &name, unsigned depth) {
  auto value = compile(expression);
  if (!value)
    return fix(expression, name, "",
               "its value is not in memory there; build with -O0");
  CallPart part;
  part.name = expression;
  part.type = value->type;
  auto place = compile("&" + expression);
  LocationExtent extent = value->location.extent;
  if (value->type->kind == ValueType::Kind::Text) {
    part.kind = CallPart::Kind::Text;
    part.end = extent == LocationExtent::Counted ? CallPart::End::Count
                                                 : CallPart::End::Terminator;
    value->location.size = extent == LocationExtent::Terminated
                               ? value->location.size
                               : maxCallBytes;
    if (extent == LocationExtent::Pointed)
      place = compile("&*" + expression);
  } else if (value->type->kind == ValueType::Kind::Pointer) {
    return describePointer(expression, name, depth);
  } else if (value->type->content &&
             llvm::StringRef(value->type->name).starts_with("vector<")) {
    auto element = compile(expression + "[0]");
    if (!element || !compile(expression + "._M_impl._M_finish") ||
        !isPlain(*element->type) || element->type->size == 0)
      return fix(expression, name, "{...}",
                 "its elements can't be moved byte by byte");
    part.kind = CallPart::Kind::Array;
    part.type = element->type;
    part.elementSize = element->type->size;
    part.end = CallPart::End::Pointer;
  } else if (value->type->content && isView(*value->type)) {
    // If the class has the member `_M_len`, it is the std::string_view of gcc's
    // C++ library. Other libraries lay out the class in another way.
    if (!compile(expression + "._M_len"))
      return fix(expression, name, "", "objects of its class are not changed");
    part.kind = CallPart::Kind::Text;
    part.end = CallPart::End::View;
  } else if (value->type->kind == ValueType::Kind::Structure) {
    return describeMembers(*value->type, expression, name, depth,
                           /*isPointer=*/false);
  } else if (value->type->kind == ValueType::Kind::Array &&
             value->type->count != 0) {
    return describeElements(*value->type, expression, name, depth);
  } else if (!value->type->isNumber() || value->type->size > 8) {
    return fix(expression, name, "", "values of its type are not changed");
  }
  if (!place)
    return fix(expression, name, "",
               "its value is not in memory there; build with -O0");
  places.push_back(
      {value->location, place->location,
       extent == LocationExtent::Pointed ? lengthOf(expression) : ""});
  return addPart(std::move(part), name);
}

llvm::Error CallLayout::describeParameters() {
  std::vector<std::string> names;
  if (llvm::Error error = compiler.parametersAt(address).moveInto(names))
    return error;
  for (size_t i = 0; i + 1 < names.size(); ++i)
    if (isLengthName(names[i + 1]))
      noteLength(names[i], names[i + 1]);
    else if (names[i] == "argc")
      noteLength(names[i + 1], names[i]);
  for (const std::string &name : names)
    arguments.arguments.push_back(
        name.empty() ? fix("(unnamed)", "_", "", "it has no name")
                     : describe(name, name, 0));
  return llvm::Error::success();
}

// Captures the arguments of a call in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallReader.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace pinstripe;

/// The largest text or array, in bytes, that is captured.
static constexpr uint32_t maxBytes = 65536;
/// How deep members of structures are followed.
static constexpr unsigned maxDepth = 3;

/// Returns whether a name is one that lengths usually have.
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

/// Returns whether values of a type can be moved in memory byte by byte.
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

static bool isUnion(const ValueType &type) {
  for (size_t i = 1; i < type.members.size(); ++i)
    if (type.members[i].offset <
        type.members[i - 1].offset + type.members[i - 1].type->size)
      return true;
  return false;
}

static uint64_t wordIn(llvm::StringRef bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof word));
  return word;
}

static LocationProgram memoryAt(uint64_t address, uint32_t size) {
  LocationProgram location;
  location.steps = {
      {LocationStep::Kind::Push, 8, static_cast<int64_t>(address)}};
  location.size = size;
  return location;
}

std::optional<CompiledExpression>
CallReader::compile(const std::string &expression) {
  auto compiled =
      compiler.compile(expression, recorded.table.entry(entry).address);
  if (compiled)
    return std::move(*compiled);
  // An argument that can't be compiled stays as it is.
  llvm::consumeError(compiled.takeError());
  return std::nullopt;
}

CallArgument CallReader::fix(const std::string &expression,
                             const std::string &name, llvm::StringRef text,
                             llvm::StringRef reason) {
  fixedOnes.push_back({expression, reason.str()});
  CallArgument argument;
  argument.name = name;
  argument.fixed = text.empty() ? name : text.str();
  return argument;
}

CallArgument CallReader::addPart(CallPart part, const std::string &name,
                                 bool isPointer) {
  CallArgument argument;
  argument.name = name;
  argument.part = result.parts.size();
  argument.isPointer = isPointer;
  result.parts.push_back(std::move(part));
  return argument;
}

/// Returns the name of the argument or member that says how long the array at
/// `expression` is; empty if there is none.
std::string CallReader::lengthOf(llvm::StringRef expression) const {
  for (llvm::StringRef pair : statedLengths) {
    auto [array, length] = pair.split(':');
    if (array == expression)
      return length.str();
  }
  auto found = llvm::find(names, expression);
  if (found == names.end())
    return "";
  auto place = found - names.begin();
  if (place + 1 < static_cast<ptrdiff_t>(names.size()) &&
      isLengthName(names[place + 1]))
    return names[place + 1];
  return place > 0 && names[place - 1] == "argc" ? "argc" : "";
}

CallArgument CallReader::describeMembers(const ValueType &type,
                                         const std::string &expression,
                                         const std::string &name,
                                         unsigned depth, bool isPointer) {
  if (depth >= maxDepth || type.members.empty() || type.isOpaqueClass ||
      type.content || isUnion(type))
    return fix(expression, name, "", "its content is not changed");
  CallArgument argument;
  argument.name = name;
  argument.isPointer = isPointer;
  for (const ValueType::Member &member : type.members)
    argument.members.push_back(
        describe(expression + (isPointer ? "->" : ".") + member.name,
                 member.name, depth + 1));
  return argument;
}

CallArgument CallReader::describePointer(const std::string &expression,
                                         const std::string &name,
                                         unsigned depth) {
  auto target = compile("*" + expression);
  auto address = compile("&*" + expression);
  if (!target || !address)
    return fix(expression, name, "",
               "it leads to nothing that can be read there");
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
    places.push_back({{}, address->location, length});
    return addPart(std::move(part), name);
  }
  if (element->isNumber() && element->size <= 8) {
    CallPart part;
    part.name = "*" + expression;
    part.type = element;
    places.push_back({target->location, address->location});
    return addPart(std::move(part), name, /*isPointer=*/true);
  }
  if (element->kind == ValueType::Kind::Structure)
    return describeMembers(*element, expression, name, depth,
                           /*isPointer=*/true);
  return fix(expression, name, "", "pointers are not changed");
}

CallArgument CallReader::describe(const std::string &expression,
                                  const std::string &name, unsigned depth) {
  auto value = compile(expression);
  if (!value)
    return fix(expression, name, "", "it is not in memory");
  CallPart part;
  part.name = expression;
  part.type = value->type;
  auto address = compile("&" + expression);
  LocationExtent extent = value->location.extent;
  if (value->type->kind == ValueType::Kind::Text) {
    part.kind = CallPart::Kind::Text;
    part.end = extent == LocationExtent::Counted ? CallPart::End::Count
                                                 : CallPart::End::Terminator;
    value->location.size =
        extent == LocationExtent::Terminated ? value->location.size : maxBytes;
    if (extent == LocationExtent::Pointed)
      address = compile("&*" + expression);
  } else if (value->type->kind == ValueType::Kind::Pointer) {
    return describePointer(expression, name, depth);
  } else if (value->type->content &&
             llvm::StringRef(value->type->name).starts_with("vector<")) {
    auto element = compile(expression + "[0]");
    if (!element || !compile(expression + "._M_impl._M_finish") ||
        !isPlain(*element->type) || element->type->size == 0)
      return fix(expression, name, "{...}", "its elements can't be moved");
    part.kind = CallPart::Kind::Array;
    part.type = element->type;
    part.elementSize = element->type->size;
    part.end = CallPart::End::Pointer;
  } else if (value->type->kind == ValueType::Kind::Structure) {
    return describeMembers(*value->type, expression, name, depth,
                           /*isPointer=*/false);
  } else if (!value->type->isNumber() || value->type->size > 8) {
    return fix(expression, name, "", "values of its type are not changed");
  }
  if (!address)
    return fix(expression, name, "", "it is not in memory");
  places.push_back(
      {value->location, address->location,
       extent == LocationExtent::Pointed ? lengthOf(expression) : ""});
  return addPart(std::move(part), name);
}

/// Reads memory at the moment when the call begins, in one run of the program.
llvm::Expected<std::vector<std::optional<std::string>>>
CallReader::readAll(std::vector<LocationProgram> locations) {
  auto watches = std::make_shared<std::vector<Watch>>();
  for (LocationProgram &location : locations) {
    Watch watch;
    watch.places.push_back({entry, std::move(location)});
    watch.event = event;
    watches->push_back(std::move(watch));
  }
  LaunchSpec launch = runner.launchHere(recorded.launch);
  launch.flow = Flow::Trace;
  launch.watches = watches;
  auto run = runner.execute(launch, recorded.trace,
                            EventSet(recorded.trace.size(), true), &stop);
  if (!run)
    return run.takeError();
  std::vector<std::optional<std::string>> all;
  for (WatchedValue &value : run->result.values)
    all.push_back(std::move(value.bytes));
  all.resize(watches->size());
  return all;
}

/// Reads the values of numbers and texts, and the addresses of all parts.
llvm::Error CallReader::readPlaces() {
  std::vector<LocationProgram> locations;
  for (const Places &each : places) {
    locations.push_back(each.address);
    locations.push_back(each.value.steps.empty() ? each.address : each.value);
  }
  auto all = readAll(std::move(locations));
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    const auto &address = (*all)[2 * i], &value = (*all)[2 * i + 1];
    if (!address || !value)
      places[i].unread = "it can't be read there";
    else if (wordIn(*address) == 0)
      places[i].unread = "it is a null pointer";
    else
      part.place = wordIn(*address);
    if (value && part.kind != CallPart::Kind::Array)
      part.bytes = *value;
    if (part.isSequence() && part.bytes.size() >= maxBytes)
      places[i].unread = "it is too long";
  }
  return llvm::Error::success();
}

/// Reads what arrays hold, and where library objects keep their elements.
llvm::Error CallReader::readContents() {
  // The objects come first, since their elements are elsewhere.
  std::vector<LocationProgram> locations;
  for (const CallPart &part : result.parts)
    locations.push_back(memoryAt(part.place, 16));
  auto objects = readAll(std::move(locations));
  if (!objects)
    return objects.takeError();
  std::vector<uint64_t> sizes(places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    const std::optional<std::string> &object = (*objects)[i];
    bool isObject =
        part.end == CallPart::End::Count || part.end == CallPart::End::Pointer;
    if (isObject && !object)
      places[i].unread = "it can't be read there";
    if (isObject && object) {
      part.endPlace = part.place + 8;
      part.place = wordIn(*object);
      if (part.end == CallPart::End::Pointer)
        sizes[i] = wordIn(object->substr(8)) - part.place;
    }
    if (part.length && part.kind == CallPart::Kind::Array) {
      const CallPart &length = result.parts[*part.length];
      int64_t count = signedNumber(*length.type, length.bytes);
      sizes[i] = count < 0 ? uint64_t(maxBytes) + 1
                           : static_cast<uint64_t>(count) * part.elementSize;
    }
    if (sizes[i] > maxBytes) {
      places[i].unread = "its length is not plausible";
      sizes[i] = 0;
    }
  }
  locations.clear();
  for (size_t i = 0; i < places.size(); ++i)
    locations.push_back(
        memoryAt(result.parts[i].place,
                 static_cast<uint32_t>(std::max<uint64_t>(1, sizes[i]))));
  auto contents = readAll(std::move(locations));
  if (!contents)
    return contents.takeError();
  for (size_t i = 0; i < places.size(); ++i) {
    if (result.parts[i].kind != CallPart::Kind::Array)
      continue;
    if (sizes[i] != 0 && !(*contents)[i])
      places[i].unread = "it can't be read there";
    else if (sizes[i] != 0)
      result.parts[i].bytes = *(*contents)[i];
  }
  return llvm::Error::success();
}

/// Finds the number that holds the length of each array.
llvm::Error CallReader::pairLengths() {
  auto partOf = [&](llvm::StringRef name) {
    return static_cast<size_t>(
        llvm::find_if(result.parts,
                      [&](const CallPart &each) { return each.name == name; }) -
        result.parts.begin());
  };
  for (llvm::StringRef pair : statedLengths) {
    auto [array, length] = pair.split(':');
    size_t index = partOf(length);
    if (partOf(array) == result.parts.size() || index == result.parts.size() ||
        result.parts[index].isSequence())
      return llvm::make_error<UsageError>(
          "--length " + pair + ": " + result.function +
          " has no such arguments; write ARRAY:LENGTH with the names of a "
          "pointer and of a number");
  }
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    size_t index = partOf(places[i].lengthName);
    if (places[i].lengthName.empty() || index == result.parts.size() ||
        result.parts[index].isSequence() ||
        result.parts[index].type->kind == ValueType::Kind::Float)
      continue;
    CallPart &length = result.parts[index];
    int64_t count = signedNumber(*length.type, length.bytes);
    auto size = static_cast<int64_t>(part.bytes.size());
    bool isText = part.kind == CallPart::Kind::Text;
    // A number after a text may be something else, such as a limit.
    if (isText && count != size && count != size + 1)
      continue;
    part.length = index;
    length.isLength = true;
  }
  return llvm::Error::success();
}

/// Makes parts that could not be read fixed.
void CallReader::dropUnread() {
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    bool isArrayWithoutEnd = part.kind == CallPart::Kind::Array &&
                             part.end == CallPart::End::None && !part.length;
    if (places[i].unread.empty() && isArrayWithoutEnd)
      places[i].unread = "its length is not known";
    if (places[i].unread.empty())
      continue;
    fixedOnes.push_back({part.name, places[i].unread});
    // Its length must stay, too. The search leaves lengths alone.
    if (part.length)
      result.parts[*part.length].isLength = true;
    part.length.reset();
    part.isLength = true;
  }
}

llvm::Expected<CallArguments> CallReader::read(EventIndex first) {
  event = first;
  const Event &found = recorded.trace.event(first);
  entry = found.entry;
  result = CallArguments();
  places.clear();
  fixedOnes.clear();
  FunctionId function = recorded.trace.invocation(found.invocation).function;
  result.function = recorded.table.function(function).name;
  if (llvm::Error error =
          compiler.parametersAt(recorded.table.entry(entry).address)
              .moveInto(names))
    return error;
  for (const std::string &name : names)
    result.arguments.push_back(name.empty()
                                   ? fix("(unnamed)", "_", "", "it has no name")
                                   : describe(name, name, 0));
  if (result.parts.empty())
    return std::move(result);
  if (llvm::Error error = readPlaces())
    return error;
  if (llvm::Error error = pairLengths())
    return error;
  if (llvm::Error error = readContents())
    return error;
  dropUnread();
  return std::move(result);
}

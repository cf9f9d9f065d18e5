// Captures the arguments of a call in the recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallReader.h"
#include "pinstripe/Case/RunCanceller.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace pinstripe;

/// The reasons why a part of an argument can't be changed.
static constexpr llvm::StringLiteral nullPointer = "it is a null pointer";
static constexpr llvm::StringLiteral unreadable = "its memory can't be read";

static uint64_t wordIn(llvm::StringRef bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof word));
  return word;
}

/// Returns true if the first run tells only the address and the number of the
/// bytes of `part`, so that a later run has to read the bytes.
static bool isReadLater(const CallPart &part) {
  return part.kind == CallPart::Kind::Array || part.end == CallPart::End::View;
}

static LocationProgram memoryAt(uint64_t address, uint32_t size) {
  LocationProgram location;
  location.steps = {
      {LocationStep::Kind::Push, 8, static_cast<int64_t>(address)}};
  location.size = size;
  return location;
}

/// Runs the program once, and reads memory at the moment when the call begins.
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
  RunCanceller canceller(runner.engine(), &stop);
  auto run = runner.execute(launch, recorded.trace,
                            EventSet(recorded.trace.size(), true), &stop);
  if (!run)
    return run.takeError();
  // If the run was cancelled, it may have ended before the call, so the values
  // may be missing.
  if (stop.load())
    return llvm::make_error<InterruptedError>();
  std::vector<std::optional<std::string>> all;
  for (WatchedValue &value : run->result.values)
    all.push_back(std::move(value.bytes));
  all.resize(watches->size());
  return all;
}

/// Reads the values of numbers and texts, and finds the addresses of all parts
/// of the arguments.
llvm::Error CallReader::readPlaces() {
  std::vector<LocationProgram> locations;
  for (const PartPlaces &each : places) {
    locations.push_back(each.address);
    locations.push_back(each.value.steps.empty() ? each.address : each.value);
  }
  for (const LeadingPointer &each : leads)
    locations.push_back(each.address);
  auto all = readAll(std::move(locations));
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    const auto &address = (*all)[2 * i], &value = (*all)[2 * i + 1];
    if (!address || !value)
      places[i].unread = unreadable;
    else if (wordIn(*address) == 0)
      places[i].unread = nullPointer;
    else
      part.place = wordIn(*address);
    // If a pointer to a text is null, the value was read as one zero byte. This
    // byte is not a text, so this part of the arguments gets no bytes.
    if (value && !isReadLater(part) && places[i].unread != nullPointer)
      part.bytes = *value;
    if (part.isSequence() && part.bytes.size() >= maxCallBytes)
      places[i].unread = "it has more than 65,535 bytes";
  }
  for (size_t i = 0; i < leads.size(); ++i) {
    const auto &address = (*all)[2 * places.size() + i];
    leads[i].isNull = address && wordIn(*address) == 0;
  }
  return llvm::Error::success();
}

/// Finds where a library object, such as a std::vector, has its elements.
/// `object` has the first 16 bytes of the library object. Returns the size in
/// bytes of the elements that a later run has to read.
static uint64_t findElements(CallPart &part, llvm::StringRef object) {
  uint64_t first = wordIn(object), second = wordIn(object.drop_front(8));
  bool isView = part.end == CallPart::End::View;
  part.endPlace = part.place + (isView ? 0 : 8);
  part.place = isView ? second : first;
  if (isView)
    return first;
  return part.end == CallPart::End::Pointer ? second - first : 0;
}

/// Reads the elements of arrays, and of library objects such as a std::vector.
llvm::Error CallReader::readContents() {
  // The first 16 bytes of each part are read first. If the part is a library
  // object, such as a std::vector, they tell where its elements are.
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
    bool isObject = part.end == CallPart::End::Count ||
                    part.end == CallPart::End::Pointer ||
                    part.end == CallPart::End::View;
    if (!places[i].unread.empty())
      continue;
    if (isObject && !object)
      places[i].unread = unreadable;
    if (isObject && object)
      sizes[i] = findElements(part, *object);
    if (part.length && part.kind == CallPart::Kind::Array) {
      const CallPart &length = result.parts[*part.length];
      int64_t count = signedNumber(*length.type, length.bytes);
      sizes[i] = count < 0 ? uint64_t(maxCallBytes) + 1
                           : static_cast<uint64_t>(count) * part.elementSize;
    }
    if (sizes[i] > maxCallBytes) {
      places[i].unread =
          part.length ? "its length is not plausible: " +
                            result.parts[*part.length].name + " is " +
                            result.write(*part.length, result.recorded(), 1)
          : part.end == CallPart::End::View
              ? "it has more than 65,536 bytes"
              : "it is damaged: its end comes before its "
                "beginning, or far after it";
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
    if (!isReadLater(result.parts[i]) || !places[i].unread.empty())
      continue;
    if (sizes[i] != 0 && !(*contents)[i])
      places[i].unread = unreadable;
    else if (sizes[i] != 0)
      result.parts[i].bytes = *(*contents)[i];
  }
  return llvm::Error::success();
}

/// Reads the texts to which the pointers in arrays lead, as those of `argv` do.
/// A pointer whose text can't be read stays without a text.
llvm::Error CallReader::readTexts() {
  std::map<uint64_t, std::vector<size_t>> partsByAddress;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i].leadsToTexts)
      continue;
    for (llvm::StringRef left = result.parts[i].bytes;
         left.size() >= sizeof(uint64_t);
         left = left.drop_front(sizeof(uint64_t)))
      if (uint64_t address = wordIn(left))
        partsByAddress[address].push_back(i);
  }
  if (partsByAddress.empty())
    return llvm::Error::success();
  std::vector<LocationProgram> locations;
  for (const auto &[address, parts] : partsByAddress) {
    locations.push_back(memoryAt(address, maxPointedText));
    locations.back().extent = LocationExtent::Terminated;
  }
  auto texts = readAll(std::move(locations));
  if (!texts)
    return texts.takeError();
  auto text = texts->begin();
  for (const auto &[address, parts] : partsByAddress) {
    if (*text)
      for (size_t part : parts)
        result.parts[part].texts.emplace(address, **text);
    ++text;
  }
  return llvm::Error::success();
}

/// Finds for each array the number that holds its length.
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
        result.parts[index].type->kind == ValueType::Kind::Float ||
        !places[index].unread.empty())
      continue;
    CallPart &length = result.parts[index];
    int64_t count = signedNumber(*length.type, length.bytes);
    auto size = static_cast<int64_t>(part.bytes.size());
    bool isText = part.kind == CallPart::Kind::Text;
    // A number among the arguments is taken for the length of a text only if it
    // is equal to the length of the text, with or without the terminator. Any
    // other number may mean something else, such as a limit.
    if (isText && count != size && count != size + 1)
      continue;
    part.length = index;
    length.isLength = true;
  }
  return llvm::Error::success();
}

/// Returns true if an expression is a member of the structure to which
/// `pointer` points. A `*` may come before the expression.
static bool isBelow(llvm::StringRef expression, llvm::StringRef pointer) {
  expression.consume_front("*");
  return expression.consume_front(pointer) && expression.starts_with("->");
}

static CallArgument *findArgument(llvm::MutableArrayRef<CallArgument> arguments,
                                  llvm::StringRef expression) {
  for (CallArgument &each : arguments) {
    if (each.expression == expression)
      return &each;
    if (CallArgument *found = findArgument(each.members, expression))
      return found;
  }
  return nullptr;
}

/// Shows an argument as a fixed text from now on, not as its value.
static void replaceText(CallArgument &argument, llvm::StringRef reason) {
  bool isMember = argument.expression.find_first_of(".-") != std::string::npos;
  argument.part.reset();
  argument.members.clear();
  argument.isPointer = false;
  argument.fixed = reason == nullPointer ? "NULL"
                   : isMember            ? "..."
                                         : argument.name;
}

/// Marks a pointer to a structure as an argument that can't be changed. The
/// members of the structure are no longer arguments.
void CallReader::fold(const std::string &expression, llvm::StringRef reason) {
  llvm::erase_if(fixedOnes, [&](const FixedArgument &each) {
    return isBelow(each.name, expression);
  });
  for (CallPart &part : result.parts)
    part.isFixed |= isBelow(part.name, expression);
  fixedOnes.push_back({expression, reason.str()});
  if (CallArgument *argument = findArgument(result.arguments, expression))
    replaceText(*argument, reason);
}

/// Returns true if the structure to which the pointer points has members that a
/// search could change, and none of these members can be read.
bool CallReader::isBelowUnread(llvm::StringRef expression) const {
  bool hasParts = false;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!isBelow(result.parts[i].name, expression))
      continue;
    hasParts = true;
    if (places[i].unread.empty())
      return false;
  }
  return hasParts;
}

/// If a pointer to a structure is null, or leads only to memory that can't be
/// read, shows one reason for the pointer. So the same reason is not shown
/// again for each member of the structure.
void CallReader::foldPointers() {
  std::vector<llvm::StringRef> folded;
  for (const LeadingPointer &each : leads) {
    if (llvm::any_of(folded, [&](llvm::StringRef outer) {
          return isBelow(each.expression, outer);
        }))
      continue;
    if (!each.isNull && !isBelowUnread(each.expression))
      continue;
    fold(each.expression, each.isNull ? nullPointer : unreadable);
    folded.push_back(each.expression);
  }
}

/// Marks the part of the arguments with the index `index` as unchangeable, and
/// stores `reason` to be shown to the user.
void CallReader::drop(size_t index, llvm::StringRef reason) {
  CallPart &part = result.parts[index];
  part.isFixed = true;
  fixedOnes.push_back({part.name, reason.str()});
  CallArgument *argument = findArgument(result.arguments, part.name);
  // A text that is too long to be changed is still shown.
  if (argument && part.bytes.empty())
    replaceText(*argument, reason);
}

/// Marks all parts of the arguments as unchangeable whose values could not be
/// read.
void CallReader::dropUnread() {
  for (size_t i = 0; i < places.size(); ++i) {
    CallPart &part = result.parts[i];
    if (part.isFixed)
      continue;
    bool isArrayWithoutEnd = part.kind == CallPart::Kind::Array &&
                             part.end == CallPart::End::None && !part.length;
    if (places[i].unread.empty() && isArrayWithoutEnd)
      places[i].unread = "its length is not known; say it with --length";
    if (places[i].unread.empty())
      continue;
    drop(i, places[i].unread);
    // If the search can't change a text or array, it must not change its
    // length, either.
    if (part.length && !result.parts[*part.length].isFixed)
      drop(*part.length, "it is the length of " + part.name);
    part.length.reset();
  }
}

llvm::Expected<CallArguments> CallReader::read(EventIndex first) {
  event = first;
  Event found = recorded.trace.event(first);
  entry = found.entry;
  CallLayout layout(compiler, recorded.table.entry(entry).address,
                    statedLengths);
  if (llvm::Error error = layout.describeParameters())
    return error;
  result = std::move(layout.arguments);
  places = std::move(layout.places);
  leads = std::move(layout.leads);
  fixedOnes = std::move(layout.fixed);
  FunctionId function = recorded.trace.invocation(found.invocation).function;
  result.function = recorded.table.function(function).name;
  if (result.parts.empty())
    return std::move(result);
  if (llvm::Error error = readPlaces())
    return error;
  if (llvm::Error error = pairLengths())
    return error;
  if (llvm::Error error = readContents())
    return error;
  if (llvm::Error error = readTexts())
    return error;
  foldPointers();
  dropUnread();
  return std::move(result);
}

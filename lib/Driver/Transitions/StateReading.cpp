// Reads the variables of a program at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/StateReading.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// Limits of what is read, so that it takes few runs and little time.
constexpr size_t maxVariables = 4000, maxObjects = 1000;
constexpr unsigned maxRounds = 10;
/// An array with more elements than this is split into so many parts.
constexpr uint32_t maxElements = 64;
constexpr uint32_t maxText = ExpressionCompiler::maxBytes;
/// How far below the frame of the innermost call unused memory is sought. No
/// call that the program makes next is likely to come so deep.
constexpr uint64_t spareDistance = uint64_t(1) << 18;

} // namespace

MemoryQuestion StateReading::questionOf(uint64_t page) const {
  LocationProgram location;
  location.steps = {{LocationStep::Kind::Push, 8,
                     static_cast<int64_t>(page * KnownMemory::pageSize)}};
  location.size = KnownMemory::pageSize;
  return {event, trace.entryOf(event), std::move(location)};
}

/// Reads the pages that are missing, with some pages around each of them.
llvm::Error StateReading::readMissing(MemoryReader reader) {
  std::set<uint64_t> missing = memory.takeMissing();
  std::vector<MemoryQuestion> questions;
  for (uint64_t number : missing)
    questions.push_back(questionOf(number));
  auto all = reader(std::move(questions));
  if (!all)
    return all.takeError();
  auto bytes = all->begin();
  for (uint64_t number : missing)
    memory.add(number, std::move(*bytes++));
  return llvm::Error::success();
}

/// Reads memory at the moment of the state. The program is run only if some
/// page was not read yet.
llvm::Expected<std::vector<KnownBytes>>
StateReading::readMemory(llvm::ArrayRef<MemoryPart> parts,
                         MemoryReader reader) {
  std::vector<KnownBytes> result;
  // The memory to which a std::string or the head of a block leads is known to
  // be missing only when those are read. Texts go on from page to page.
  constexpr unsigned maxRuns = 4;
  for (unsigned run = 0; run <= maxRuns; ++run) {
    result.clear();
    for (const MemoryPart &part : parts)
      result.push_back(memory.bytesOf(part));
    if (!memory.isMissing() || run == maxRuns)
      break;
    if (llvm::Error error = readMissing(reader))
      return error;
  }
  (void)memory.takeMissing();
  return result;
}

/// Finds the calls that are under way, the outermost first.
void StateReading::findFrames() {
  std::optional<EventIndex> present = event;
  while (present) {
    EntryId entry = trace.entryOf(*present);
    const Invocation &call = trace.invocation(trace.invocationOf(*present));
    frames.push_back({call.function, entry, *present});
    present = call.parent;
  }
  std::reverse(frames.begin(), frames.end());
}

std::string StateReading::keyOf(const Path &path) const {
  if (path.isGlobal)
    return "global:" + path.expression;
  return std::to_string(path.frame) + ":" +
         table.function(*frames[path.frame].function).name + ":" +
         path.expression;
}

StateVariable &StateReading::addVariable(const Path &path,
                                         StateVariable::Kind kind) {
  StateVariable variable;
  variable.key = keyOf(path);
  variable.expression = path.expression;
  if (!path.isGlobal)
    variable.function = frames[path.frame].function;
  variable.kind = kind;
  state.variables.push_back(std::move(variable));
  return state.variables.back();
}

/// Compiles an expression for the frame that its variables are in. Returns
/// nullopt if it can't be compiled; then the variable is left out of the state.
std::optional<CompiledExpression>
StateReading::compile(const Path &path, llvm::StringRef prefix) {
  auto compiled =
      compiler.compile(prefix.str() + path.expression,
                       table.entry(frames[path.frame].entry).address);
  if (compiled)
    return std::move(*compiled);
  llvm::consumeError(compiled.takeError());
  return std::nullopt;
}

/// Returns global variables, and the variables of all frames.
llvm::Expected<std::vector<StateReading::Path>> StateReading::findRoots() {
  std::vector<Path> roots;
  size_t top = frames.size() - 1;
  uint64_t address = table.entry(frames[top].entry).address;
  auto globals = compiler.globalsAt(address);
  if (!globals)
    return globals.takeError();
  auto hiding = compiler.localsAt(address);
  if (!hiding)
    return hiding.takeError();
  for (const std::string &name : *globals)
    if (!llvm::is_contained(*hiding, name))
      roots.push_back({top, true, name});
  for (size_t i = 0; i < frames.size(); ++i) {
    auto locals = compiler.localsAt(table.entry(frames[i].entry).address);
    if (!locals)
      return locals.takeError();
    for (const std::string &name : *locals)
      roots.push_back({i, false, name});
  }
  return roots;
}

/// Returns the object that a variable is; its address is not known yet.
StateReading::Object StateReading::objectOf(const Path &path,
                                            const CompiledExpression &value) {
  Object object{path, Object::Form::Value, value.type, 0, value.location.size};
  switch (value.location.extent) {
  case LocationExtent::Pointed:
    object.form = Object::Form::CharPointer;
    object.size = sizeof(uint64_t);
    break;
  case LocationExtent::Terminated:
    object.form = Object::Form::CharArray;
    break;
  case LocationExtent::Counted:
    object.form = Object::Form::String;
    object.size = 4 * sizeof(uint64_t);
    break;
  case LocationExtent::Fixed:
  case LocationExtent::Word:
    break;
  }
  return object;
}

/// The variables of a caller are located when it makes the call, since
/// libraries that are in between may use rbp otherwise.
llvm::Expected<std::vector<MemoryQuestion>>
StateReading::plan(llvm::ArrayRef<uint64_t> likely) {
  findFrames();
  auto roots = findRoots();
  if (!roots)
    return roots.takeError();
  std::vector<MemoryQuestion> questions;
  auto locate = [&](const Frame &frame, LocationProgram location) {
    questions.push_back({frame.event, frame.entry, std::move(location)});
  };
  LocationProgram framePointer;
  framePointer.steps = {{LocationStep::Kind::Frame, 8, 0}};
  framePointer.extent = LocationExtent::Word;
  framePointer.size = sizeof(uint64_t);
  locate(frames.back(), std::move(framePointer));
  for (const Path &path : *roots) {
    auto place = compile(path, "&");
    auto value = compile(path);
    if (!place || !value || value->type->isOpaqueClass ||
        variables.size() == maxVariables)
      continue;
    variables.push_back(objectOf(path, *value));
    locate(frames[path.frame], std::move(place->location));
  }
  planned = likely.vec();
  for (uint64_t number : planned)
    questions.push_back(questionOf(number));
  return questions;
}

void StateReading::start(llvm::ArrayRef<KnownBytes> all) {
  auto nextWord = [&] {
    const KnownBytes &bytes = all.front();
    all = all.drop_front();
    return bytes ? wordAt(*bytes) : 0;
  };
  state.spare = (nextWord() - spareDistance) & ~uint64_t(15);
  for (Object &object : variables) {
    object.address = nextWord();
    if (object.address != 0)
      addObject(std::move(object));
  }
  for (uint64_t number : planned) {
    memory.add(number, all.front());
    all = all.drop_front();
  }
}

void StateReading::addObject(Object object) {
  if (known.size() >= maxObjects || state.variables.size() >= maxVariables)
    return;
  std::string key = keyOf(object.path);
  if (object.isPointed)
    key += "[]";
  // A variable of another block may lie at the same place. The first one gives
  // the object its name.
  known.try_emplace(object.address, object.size, key);
  state.objects.try_emplace(key, object.address);
  objects.push_back(std::move(object));
}

std::optional<std::pair<std::string, uint64_t>>
StateReading::objectAt(uint64_t address) {
  auto next = known.upper_bound(address);
  if (next == known.begin())
    return std::nullopt;
  const auto &[begin, object] = *std::prev(next);
  if (address - begin >= std::max<uint64_t>(1, object.first))
    return std::nullopt;
  return std::pair(object.second, address - begin);
}

/// Adds the variables in an array of `count` elements.
void StateReading::walkElements(const Path &path, const ValueType &element,
                                uint32_t count, uint64_t address,
                                llvm::StringRef bytes) {
  // Large arrays of numbers are cut into parts, each of which is one variable.
  uint32_t size = 1;
  if (element.isNumber())
    size = (count + maxElements - 1) / maxElements;
  for (uint32_t i = 0, n = 0; i < count && n < maxElements; i += size, ++n) {
    uint32_t number = std::min(size, count - i);
    std::string last = number == 1 ? "" : ".." + std::to_string(i + number - 1);
    Path each = path;
    each.expression += "[" + std::to_string(i) + last + "]";
    llvm::StringRef its =
        bytes.substr(size_t(i) * element.size, size_t(number) * element.size);
    uint64_t place = address + uint64_t(i) * element.size;
    if (number == 1) {
      walk(each, element, place, its, /*isPointed=*/false);
      continue;
    }
    auto type = std::make_shared<ValueType>();
    type->kind = ValueType::Kind::Array;
    type->element = std::make_shared<const ValueType>(element);
    type->count = number;
    type->size = number * element.size;
    StateVariable &variable = addVariable(each, StateVariable::Kind::Number);
    variable.type = std::move(type);
    variable.bytes = its.str();
    variable.place = place;
  }
}

/// Adds the variables in a value whose bytes are known.
void StateReading::walk(const Path &path, const ValueType &type,
                        uint64_t address, llvm::StringRef bytes,
                        bool isPointed) {
  if (state.variables.size() >= maxVariables || bytes.size() < type.size)
    return;
  if (type.isNumber()) {
    Path each = path;
    if (isPointed)
      each.expression = "*" + each.expression;
    StateVariable &variable = addVariable(each, StateVariable::Kind::Number);
    variable.type = std::make_shared<const ValueType>(type);
    variable.bytes = bytes.take_front(type.size).str();
    variable.place = address;
    return;
  }
  if (type.kind == ValueType::Kind::Array && type.element) {
    walkElements(path, *type.element, type.count, address, bytes);
    return;
  }
  if (type.kind == ValueType::Kind::Structure && !type.content &&
      !type.isOpaqueClass) {
    for (const ValueType::Member &member : type.members) {
      // The members of a base class, or of a structure without a name, are
      // named like those of the structure around it.
      bool isNamed = !member.name.empty();
      Path each = path;
      if (isNamed)
        each.expression += (isPointed ? "->" : ".") + member.name;
      walk(each, *member.type, address + member.offset,
           bytes.substr(member.offset, member.type->size),
           isPointed && !isNamed);
    }
    return;
  }
  Path each = path;
  if (isPointed)
    each.expression = "*" + each.expression;
  auto value = compile(each);
  if (!value)
    return;
  if (value->location.extent == LocationExtent::Counted) {
    addObject({each, Object::Form::String, value->type, address, type.size});
    return;
  }
  bool isText = value->location.extent == LocationExtent::Pointed;
  if (isText || type.kind == ValueType::Kind::Pointer)
    pointers.push_back({each, address, wordAt(bytes), isText});
}

/// Adds a text that is stored in an array or in a std::string.
void StateReading::takeText(const Object &object, const KnownBytes &bytes) {
  bool isString = object.form == Object::Form::String;
  StateVariable &variable = addVariable(object.path, StateVariable::Kind::Text);
  variable.bytes = *bytes;
  variable.place = object.address;
  variable.room = isString ? bytes->size() : object.size - 1;
  if (isString)
    variable.lengthPlace = object.address + sizeof(uint64_t);
}

void StateReading::take(const Object &object, const KnownBytes &bytes) {
  if (!bytes)
    return;
  switch (object.form) {
  case Object::Form::CharArray:
    takeText(object, bytes);
    return;
  case Object::Form::CharPointer:
    pointers.push_back(
        {object.path, object.address, wordAt(*bytes), /*isText=*/true});
    return;
  case Object::Form::String:
    return;
  case Object::Form::Value:
    walk(object.path, *object.type, object.address, *bytes, object.isPointed);
    return;
  }
}

/// Returns the memory that has the value of an object.
MemoryPart StateReading::partOf(const Object &object) {
  switch (object.form) {
  case Object::Form::String:
    return {object.address, maxText, MemoryPart::Form::String};
  case Object::Form::CharArray:
    return {object.address, object.size, MemoryPart::Form::Text};
  case Object::Form::Value:
  case Object::Form::CharPointer:
    break;
  }
  return {object.address, object.size};
}

/// Reads the bytes of all objects that were found last.
llvm::Error StateReading::readObjects(MemoryReader reader) {
  std::vector<Object> present = std::exchange(objects, {});
  std::vector<MemoryPart> parts;
  for (const Object &object : present) {
    parts.push_back(partOf(object));
    // The characters of a std::string are where its first word leads.
    if (object.form == Object::Form::String)
      parts.push_back({object.address, sizeof(uint64_t)});
    else
      parts.push_back(parts.back());
  }
  auto all = readMemory(parts, reader);
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < present.size(); ++i) {
    const KnownBytes &bytes = (*all)[2 * i], &word = (*all)[2 * i + 1];
    if (present[i].form != Object::Form::String) {
      take(present[i], bytes);
    } else if (bytes && word) {
      takeText(present[i], bytes);
      state.variables.back().place = wordAt(*word);
    }
  }
  return llvm::Error::success();
}

/// Adds the object to which a pointer leads. `words` has the bytes there, as a
/// text or as a list of pointers.
void StateReading::addTarget(const PointerFound &pointer, uint64_t blockSize,
                             const KnownBytes &words) {
  if (auto target = objectAt(pointer.value)) {
    StateVariable &variable =
        addVariable(pointer.path, StateVariable::Kind::Pointer);
    variable.holder = pointer.holder;
    variable.target = std::move(target);
    return;
  }
  if (pointer.isText) {
    if (!words)
      return;
    StateVariable &variable =
        addVariable(pointer.path, StateVariable::Kind::Text);
    variable.holder = pointer.holder;
    variable.place = pointer.value;
    variable.bytes = *words;
    variable.room = std::max(words->size(), blockSize ? blockSize - 1 : 0);
    std::string key = keyOf(pointer.path) + "[]";
    known.try_emplace(pointer.value, variable.room + 1, key);
    state.objects.try_emplace(key, pointer.value);
    return;
  }
  StateVariable &variable =
      addVariable(pointer.path, StateVariable::Kind::Pointer);
  variable.holder = pointer.holder;
  auto target = compile(pointer.path, "*");
  if (!target || target->type->isOpaqueClass)
    return;
  bool leadsToText = target->location.extent == LocationExtent::Pointed;
  auto type = target->type;
  uint32_t size = target->location.size;
  if (leadsToText) {
    auto word = std::make_shared<ValueType>();
    word->kind = ValueType::Kind::Pointer;
    word->size = size = sizeof(uint64_t);
    type = std::move(word);
  } else if (target->location.extent != LocationExtent::Fixed) {
    return;
  }
  uint64_t count = size == 0 ? 0 : std::max<uint64_t>(1, blockSize / size);
  // A list of texts that is not on the heap, such as argv, ends with a null
  // pointer.
  if (leadsToText && blockSize == 0 && words)
    for (count = 1;
         count * 8 < words->size() && wordAt(*words, (count - 1) * 8) != 0;)
      ++count;
  variable.target = {keyOf(pointer.path) + "[]", 0};
  Object object{
      pointer.path,      Object::Form::Value, type, pointer.value, size,
      /*isPointed=*/true};
  bool isList = count > 1 || leadsToText;
  if (isList && count != 0) {
    auto array = std::make_shared<ValueType>();
    array->kind = ValueType::Kind::Array;
    array->element = std::move(type);
    array->count = static_cast<uint32_t>(count);
    array->size = object.size = static_cast<uint32_t>(count * size);
    object.type = std::move(array);
  }
  // An object on the heap that has room for one element only is a structure,
  // whose members have names with an arrow.
  addObject(std::move(object));
}

/// Finds out what the pointers lead to that were found last.
llvm::Error StateReading::findTargets(MemoryReader reader) {
  std::vector<PointerFound> all;
  for (PointerFound &each : std::exchange(pointers, {})) {
    if (each.value != 0) {
      all.push_back(std::move(each));
      continue;
    }
    StateVariable &variable =
        addVariable(each.path, StateVariable::Kind::Pointer);
    variable.holder = each.holder;
    variable.isNull = true;
  }
  // Nothing has to be read for pointers to objects that are known already.
  llvm::erase_if(all, [&](const PointerFound &each) {
    bool isKnown = objectAt(each.value).has_value();
    if (isKnown)
      addTarget(each, 0, std::nullopt);
    return isKnown;
  });
  std::vector<MemoryPart> parts;
  for (const PointerFound &each : all) {
    parts.push_back(
        {each.value, each.isText ? maxText : 8 * maxElements,
         each.isText ? MemoryPart::Form::Text : MemoryPart::Form::Bytes});
    memory.blockSizeAt(each.value);
  }
  auto bytes = readMemory(parts, reader);
  if (!bytes)
    return bytes.takeError();
  for (const PointerFound &each : all)
    memory.blockSizeAt(each.value);
  if (memory.isMissing())
    if (llvm::Error error = readMissing(reader))
      return error;
  for (size_t i = 0; i < all.size(); ++i)
    addTarget(all[i], memory.blockSizeAt(all[i].value), (*bytes)[i]);
  return llvm::Error::success();
}

llvm::Expected<ProgramState> StateReading::read(MemoryReader reader) {
  for (unsigned round = 0; round < maxRounds && !objects.empty(); ++round) {
    if (llvm::Error error = readObjects(reader))
      return error;
    if (llvm::Error error = findTargets(reader))
      return error;
  }
  return std::move(state);
}

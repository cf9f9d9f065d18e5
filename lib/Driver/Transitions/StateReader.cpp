// Reads the variables of a program at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/StateReader.h"
#include "pinstripe/Case/RunCanceller.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <set>

using namespace pinstripe;

namespace {

using Bytes = std::optional<std::string>;

/// Limits of what is read, so that it takes few runs and little time.
constexpr size_t maxVariables = 4000, maxObjects = 1000;
constexpr unsigned maxRounds = 10;
/// An array with more elements than this is split into so many parts.
constexpr uint32_t maxElements = 64;
constexpr uint32_t maxText = ExpressionCompiler::maxBytes;
/// The largest block of the heap of which all elements are read.
constexpr uint64_t maxBlock = uint64_t(1) << 16;
/// How far below the frame of the innermost call unused memory is sought. No
/// call that the program makes next is likely to come so deep.
constexpr uint64_t spareDistance = uint64_t(1) << 18;
/// The sizes of the words before the memory that malloc returns: the size of
/// the former block, then that of the block itself, whose lowest bits are
/// flags. The lowest one tells that the former block is in use.
constexpr uint64_t blockHeader = 16;
constexpr uint64_t blockFlags = 7;
/// Memory is read by pages, each with so many pages around it, since other
/// pages are likely to be needed soon.
constexpr uint32_t pageSize = 4096;
constexpr uint64_t pagesAround = 8;
/// The number of pages in the part of the address space that programs have.
constexpr uint64_t maxPages = (uint64_t(1) << 47) / pageSize;
/// The number of pages that are read in advance for several states together.
constexpr size_t maxPrepared = 16384;

uint64_t wordAt(llvm::StringRef bytes, size_t offset = 0) {
  uint64_t word = 0;
  if (offset < bytes.size())
    std::memcpy(&word, bytes.data() + offset,
                std::min(bytes.size() - offset, sizeof word));
  return word;
}

/// A call that is under way at the moment of the state.
struct Frame {
  std::optional<FunctionId> function;
  EntryId entry{};
  /// The event that is under way in this call.
  EventIndex event{};
};

/// A place in the source from which a variable or a part of it is reached.
struct Path {
  size_t frame = 0; ///< The index of the frame; that of the top for globals.
  bool isGlobal = false;
  std::string expression;
};

/// An object in memory whose bytes are to be read.
struct Object {
  enum class Form : uint8_t { Value, CharPointer, CharArray, String };
  Path path;
  Form form = Form::Value;
  std::shared_ptr<const ValueType> type;
  uint64_t address = 0;
  uint32_t size = 0;
  /// True if `path` names a pointer to the object, so that members are written
  /// with an arrow and elements with an index.
  bool isPointed = false;
};

/// A pointer whose target is to be found.
struct PointerFound {
  Path path;
  uint64_t holder = 0, value = 0;
  bool isText = false;
};

} // namespace

/// A part of the memory, at a run-time address.
struct StateReader::MemoryPart {
  uint64_t address = 0;
  uint64_t size = 0;
  LocationExtent extent = LocationExtent::Fixed;
};

/// One reading of a state.
class StateReader::Reading {
public:
  Reading(StateReader &reader, EventIndex event)
      : reader(reader), table(reader.recorded.table), event(event) {}
  /// Returns what a first run has to read. It locates the variables, and reads
  /// the memory that the state before this one needed.
  llvm::Expected<std::vector<Question>> plan();
  /// Takes the answers to these questions.
  void start(llvm::ArrayRef<Bytes> all);
  llvm::Expected<ProgramState> read();

private:
  Question questionOf(uint64_t page) const;
  const Bytes &page(uint64_t number);
  Bytes bytesAt(uint64_t address, uint64_t size);
  Bytes textAt(uint64_t address, uint64_t most);
  Bytes bytesOf(const MemoryPart &part);
  llvm::Error readMissing();
  static MemoryPart partOf(const Object &object);
  llvm::Expected<std::vector<Bytes>>
  readMemory(llvm::ArrayRef<MemoryPart> parts);
  void findFrames();
  llvm::Expected<std::vector<Path>> findRoots();
  llvm::Error readObjects();
  llvm::Error findTargets();
  uint64_t blockSizeAt(uint64_t address);
  void addTarget(const PointerFound &pointer, uint64_t blockSize,
                 const Bytes &words);

  std::string keyOf(const Path &path) const;
  StateVariable &addVariable(const Path &path, StateVariable::Kind kind);
  std::optional<CompiledExpression> compile(const Path &path,
                                            llvm::StringRef prefix = "");
  Path part(const Object &object, llvm::StringRef suffix) const;
  void addObject(Object object);
  void walk(const Path &path, const ValueType &type, uint64_t address,
            llvm::StringRef bytes, bool isPointed);
  void walkElements(const Path &path, const ValueType &element, uint32_t count,
                    uint64_t address, llvm::StringRef bytes);
  void takeText(const Object &object, const Bytes &bytes);
  void take(const Object &object, const Bytes &bytes);
  std::optional<std::pair<std::string, uint64_t>> objectAt(uint64_t address);

  StateReader &reader;
  const UnitTable &table;
  EventIndex event;
  std::vector<Frame> frames;
  /// The variables of all frames, and global variables.
  std::vector<Object> variables;
  /// The pages that the first run reads.
  std::vector<uint64_t> planned;
  std::vector<Object> objects;
  std::vector<PointerFound> pointers;
  /// The size and the key of each known object, by its address.
  std::map<uint64_t, std::pair<uint64_t, std::string>> known;
  /// The pages of the memory that were read; nullopt for those that can't be.
  std::map<uint64_t, Bytes> pages;
  /// The pages that were needed, and those of them that were not read yet.
  std::set<uint64_t> used, missing;
  ProgramState state;
};

/// Runs the program once, and reads memory.
llvm::Expected<std::vector<Bytes>>
StateReader::ask(std::vector<Question> questions) {
  auto watches = std::make_shared<std::vector<Watch>>();
  for (Question &question : questions) {
    Watch watch;
    watch.places.push_back({question.entry, std::move(question.location)});
    watch.event = question.event;
    watches->push_back(std::move(watch));
  }
  LaunchSpec launch = this->launch;
  launch.flow = Flow::Trace;
  launch.watches = watches;
  RunCanceller canceller(runner.engine(), &stop);
  auto run = runner.execute(launch, trace, EventSet(trace.size(), true), &stop);
  if (!run)
    return run.takeError();
  if (stop.load())
    return llvm::make_error<InterruptedError>();
  std::vector<Bytes> all;
  for (WatchedValue &value : run->result.values)
    all.push_back(std::move(value.bytes));
  all.resize(watches->size());
  return all;
}

StateReader::Question StateReader::Reading::questionOf(uint64_t page) const {
  LocationProgram location;
  location.steps = {
      {LocationStep::Kind::Push, 8, static_cast<int64_t>(page * pageSize)}};
  location.size = pageSize;
  return {event, reader.trace.entryOf(event), std::move(location)};
}

/// Returns the page with this number; nullopt if it can't be read. If it was
/// not read yet, notes that it is missing, and also returns nullopt.
const Bytes &StateReader::Reading::page(uint64_t number) {
  static const Bytes unknown;
  // An uninitialised pointer may have a value that no address has.
  if (number >= maxPages)
    return unknown;
  used.insert(number);
  auto found = pages.find(number);
  if (found != pages.end())
    return found->second;
  missing.insert(number);
  return unknown;
}

Bytes StateReader::Reading::bytesAt(uint64_t address, uint64_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    uint64_t place = address + bytes.size(), offset = place % pageSize;
    const Bytes &all = page(place / pageSize);
    if (!all)
      return std::nullopt;
    bytes += all->substr(offset, size - bytes.size());
  }
  return bytes;
}

/// Returns the text at an address up to its terminator.
Bytes StateReader::Reading::textAt(uint64_t address, uint64_t most) {
  std::string text;
  while (text.size() < most) {
    uint64_t place = address + text.size(), offset = place % pageSize;
    const Bytes &all = page(place / pageSize);
    if (!all)
      return std::nullopt;
    llvm::StringRef rest = llvm::StringRef(*all).drop_front(offset);
    rest = rest.take_front(most - text.size());
    size_t end = rest.find('\0');
    text += rest.take_front(end);
    if (end != llvm::StringRef::npos)
      break;
  }
  return text;
}

Bytes StateReader::Reading::bytesOf(const MemoryPart &part) {
  switch (part.extent) {
  case LocationExtent::Terminated:
    return textAt(part.address, part.size);
  case LocationExtent::Counted: {
    Bytes object = bytesAt(part.address, 2 * sizeof(uint64_t));
    if (!object)
      return object;
    uint64_t length = wordAt(*object, sizeof(uint64_t));
    return bytesAt(wordAt(*object), std::min<uint64_t>(length, part.size));
  }
  case LocationExtent::Fixed:
  case LocationExtent::Word:
  case LocationExtent::Pointed:
    break;
  }
  return bytesAt(part.address, part.size);
}

/// Reads the pages that are missing, with some pages around each of them.
llvm::Error StateReader::Reading::readMissing() {
  std::set<uint64_t> wanted;
  for (uint64_t number : missing)
    for (uint64_t each = number - std::min(number, pagesAround);
         each <= number + pagesAround; ++each)
      if (!pages.contains(each))
        wanted.insert(each);
  missing.clear();
  std::vector<Question> questions;
  for (uint64_t number : wanted)
    questions.push_back(questionOf(number));
  auto all = reader.ask(std::move(questions));
  if (!all)
    return all.takeError();
  auto bytes = all->begin();
  for (uint64_t number : wanted)
    pages[number] = std::move(*bytes++);
  return llvm::Error::success();
}

/// Reads memory at the moment of the state. The program is run only if some
/// page was not read yet.
llvm::Expected<std::vector<Bytes>>
StateReader::Reading::readMemory(llvm::ArrayRef<MemoryPart> parts) {
  std::vector<Bytes> result;
  // The memory to which a std::string or the head of a block leads is known to
  // be missing only when those are read. Texts go on from page to page.
  constexpr unsigned maxRuns = 4;
  for (unsigned run = 0; run <= maxRuns; ++run) {
    result.clear();
    for (const MemoryPart &part : parts)
      result.push_back(bytesOf(part));
    if (missing.empty() || run == maxRuns)
      break;
    if (llvm::Error error = readMissing())
      return error;
  }
  missing.clear();
  return result;
}

/// Finds the calls that are under way, the outermost first.
void StateReader::Reading::findFrames() {
  std::optional<EventIndex> present = event;
  while (present) {
    EntryId entry = reader.trace.entryOf(*present);
    const Invocation &call =
        reader.trace.invocation(reader.trace.invocationOf(*present));
    frames.push_back({call.function, entry, *present});
    present = call.parent;
  }
  std::reverse(frames.begin(), frames.end());
}

std::string StateReader::Reading::keyOf(const Path &path) const {
  if (path.isGlobal)
    return "global:" + path.expression;
  return std::to_string(path.frame) + ":" +
         table.function(*frames[path.frame].function).name + ":" +
         path.expression;
}

StateVariable &StateReader::Reading::addVariable(const Path &path,
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
StateReader::Reading::compile(const Path &path, llvm::StringRef prefix) {
  auto compiled =
      reader.compiler.compile(prefix.str() + path.expression,
                              table.entry(frames[path.frame].entry).address);
  if (compiled)
    return std::move(*compiled);
  llvm::consumeError(compiled.takeError());
  return std::nullopt;
}

/// Returns global variables, and the variables of all frames.
llvm::Expected<std::vector<Path>> StateReader::Reading::findRoots() {
  std::vector<Path> roots;
  size_t top = frames.size() - 1;
  uint64_t address = table.entry(frames[top].entry).address;
  auto globals = reader.compiler.globalsAt(address);
  if (!globals)
    return globals.takeError();
  auto hiding = reader.compiler.localsAt(address);
  if (!hiding)
    return hiding.takeError();
  for (const std::string &name : *globals)
    if (!llvm::is_contained(*hiding, name))
      roots.push_back({top, true, name});
  for (size_t i = 0; i < frames.size(); ++i) {
    auto locals =
        reader.compiler.localsAt(table.entry(frames[i].entry).address);
    if (!locals)
      return locals.takeError();
    for (const std::string &name : *locals)
      roots.push_back({i, false, name});
  }
  return roots;
}

/// Returns the object that a variable is; its address is not known yet.
static Object objectOf(const Path &path, const CompiledExpression &value) {
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
llvm::Expected<std::vector<StateReader::Question>>
StateReader::Reading::plan() {
  findFrames();
  auto roots = findRoots();
  if (!roots)
    return roots.takeError();
  std::vector<Question> questions;
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
  planned = reader.former;
  for (uint64_t number : planned)
    questions.push_back(questionOf(number));
  return questions;
}

void StateReader::Reading::start(llvm::ArrayRef<Bytes> all) {
  auto nextWord = [&] {
    const Bytes &bytes = all.front();
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
    pages.emplace(number, all.front());
    all = all.drop_front();
  }
}

void StateReader::Reading::addObject(Object object) {
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
StateReader::Reading::objectAt(uint64_t address) {
  auto next = known.upper_bound(address);
  if (next == known.begin())
    return std::nullopt;
  const auto &[begin, object] = *std::prev(next);
  if (address - begin >= std::max<uint64_t>(1, object.first))
    return std::nullopt;
  return std::pair(object.second, address - begin);
}

/// Adds the variables in an array of `count` elements.
void StateReader::Reading::walkElements(const Path &path,
                                        const ValueType &element,
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
void StateReader::Reading::walk(const Path &path, const ValueType &type,
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
void StateReader::Reading::takeText(const Object &object, const Bytes &bytes) {
  bool isString = object.form == Object::Form::String;
  StateVariable &variable = addVariable(object.path, StateVariable::Kind::Text);
  variable.bytes = *bytes;
  variable.place = object.address;
  variable.room = isString ? bytes->size() : object.size - 1;
  if (isString)
    variable.lengthPlace = object.address + sizeof(uint64_t);
}

void StateReader::Reading::take(const Object &object, const Bytes &bytes) {
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
StateReader::MemoryPart StateReader::Reading::partOf(const Object &object) {
  switch (object.form) {
  case Object::Form::String:
    return {object.address, maxText, LocationExtent::Counted};
  case Object::Form::CharArray:
    return {object.address, object.size, LocationExtent::Terminated};
  case Object::Form::Value:
  case Object::Form::CharPointer:
    break;
  }
  return {object.address, object.size};
}

/// Reads the bytes of all objects that were found last.
llvm::Error StateReader::Reading::readObjects() {
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
  auto all = readMemory(parts);
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < present.size(); ++i) {
    const Bytes &bytes = (*all)[2 * i], &word = (*all)[2 * i + 1];
    if (present[i].form != Object::Form::String) {
      take(present[i], bytes);
    } else if (bytes && word) {
      takeText(present[i], bytes);
      state.variables.back().place = wordAt(*word);
    }
  }
  return llvm::Error::success();
}

/// Returns the size of the block of the heap that begins where a pointer leads;
/// 0 if none does. The C library keeps the size of a block in front of it, and
/// a flag that it is in use in front of the next block. If the memory was not
/// read yet, notes that it is missing.
uint64_t StateReader::Reading::blockSizeAt(uint64_t address) {
  Bytes header = bytesAt(address - blockHeader, blockHeader);
  if (!header || address % 16 != 0)
    return 0;
  uint64_t size = wordAt(*header, 8) & ~blockFlags;
  if (size % 16 != 0 || size < 2 * blockHeader || size > maxBlock)
    return 0;
  Bytes next = bytesAt(address - blockHeader + size, blockHeader);
  bool isInUse = next && (wordAt(*next, 8) & 1) != 0;
  // The first word of the next block belongs to this one while it is in use.
  return isInUse ? size - sizeof(uint64_t) : 0;
}

/// Adds the object to which a pointer leads. `words` has the bytes there, as a
/// text or as a list of pointers.
void StateReader::Reading::addTarget(const PointerFound &pointer,
                                     uint64_t blockSize, const Bytes &words) {
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
llvm::Error StateReader::Reading::findTargets() {
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
         each.isText ? LocationExtent::Terminated : LocationExtent::Fixed});
    blockSizeAt(each.value);
  }
  auto bytes = readMemory(parts);
  if (!bytes)
    return bytes.takeError();
  for (const PointerFound &each : all)
    blockSizeAt(each.value);
  if (!missing.empty())
    if (llvm::Error error = readMissing())
      return error;
  for (size_t i = 0; i < all.size(); ++i)
    addTarget(all[i], blockSizeAt(all[i].value), (*bytes)[i]);
  return llvm::Error::success();
}

llvm::Expected<ProgramState> StateReader::Reading::read() {
  for (unsigned round = 0; round < maxRounds && !objects.empty(); ++round) {
    if (llvm::Error error = readObjects())
      return error;
    if (llvm::Error error = findTargets())
      return error;
  }
  reader.former.assign(used.begin(), used.end());
  return std::move(state);
}

StateReader::StateReader(const RunnableCase &runnable, const Trace &trace,
                         LaunchSpec launch)
    : RunnableCase(runnable), trace(trace), launch(std::move(launch)),
      compiler(recorded.table) {}

StateReader::~StateReader() = default;

llvm::Error StateReader::prepare(llvm::ArrayRef<EventIndex> events) {
  // The first state tells which memory the others will need.
  if (former.empty())
    return llvm::Error::success();
  size_t most = std::max<size_t>(1, maxPrepared / former.size());
  if (prepared.size() >= most)
    prepared.clear();
  std::vector<EventIndex> missing;
  for (EventIndex event : events)
    if (!prepared.contains(event) && missing.size() < most)
      missing.push_back(event);
  return missing.empty() ? llvm::Error::success() : begin(missing);
}

/// Makes the first run for the states at all of the events.
llvm::Error StateReader::begin(llvm::ArrayRef<EventIndex> events) {
  std::vector<Question> questions;
  std::vector<std::pair<Reading *, size_t>> readings;
  for (EventIndex event : events) {
    auto reading = std::make_unique<Reading>(*this, event);
    auto own = reading->plan();
    if (!own)
      return own.takeError();
    readings.push_back({reading.get(), own->size()});
    std::move(own->begin(), own->end(), std::back_inserter(questions));
    prepared[event] = std::move(reading);
  }
  auto all = ask(std::move(questions));
  if (!all)
    return all.takeError();
  llvm::ArrayRef<Bytes> left = *all;
  for (auto [reading, count] : readings) {
    reading->start(left.take_front(count));
    left = left.drop_front(count);
  }
  return llvm::Error::success();
}

llvm::Expected<ProgramState> StateReader::read(EventIndex event) {
  if (!prepared.contains(event))
    if (llvm::Error error = begin(event))
      return error;
  return prepared.extract(event).mapped()->read();
}

// Reads the variables of a program at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/StateReader.h"
#include "pinstripe/Case/RunCanceller.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

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

uint64_t wordAt(llvm::StringRef bytes, size_t offset = 0) {
  uint64_t word = 0;
  if (offset < bytes.size())
    std::memcpy(&word, bytes.data() + offset,
                std::min(bytes.size() - offset, sizeof word));
  return word;
}

LocationProgram memoryAt(uint64_t address, uint32_t size,
                         LocationExtent extent = LocationExtent::Fixed) {
  LocationProgram location;
  location.steps = {
      {LocationStep::Kind::Push, 8, static_cast<int64_t>(address)}};
  location.extent = extent;
  location.size = size;
  return location;
}

/// A call that is under way at the moment of the state.
struct Frame {
  std::optional<FunctionId> function;
  EntryId entry{};
  /// The event that is under way in this call.
  EventIndex event{};
  uint64_t address = 0; ///< The value of rbp.
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

/// One reading of a state.
class StateReader::Reading {
public:
  Reading(StateReader &reader, EventIndex event)
      : reader(reader), table(reader.recorded.table), event(event) {}
  llvm::Expected<ProgramState> read();

private:
  struct Question {
    EventIndex event{};
    EntryId entry{};
    LocationProgram location;
  };
  llvm::Expected<std::vector<Bytes>> ask(std::vector<Question> questions);
  llvm::Expected<std::vector<Bytes>> askHere(std::vector<LocationProgram> all);
  void findFrames();
  llvm::Error readFrames();
  llvm::Error readRoots();
  llvm::Error readObjects();
  llvm::Error findTargets();
  llvm::Error findBlocks(std::vector<PointerFound> &all,
                         std::vector<uint64_t> &sizes);
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
  std::vector<Object> objects;
  std::vector<PointerFound> pointers;
  /// The size and the key of each known object, by its address.
  std::map<uint64_t, std::pair<uint64_t, std::string>> known;
  ProgramState state;
};

/// Runs the program once, and reads memory.
llvm::Expected<std::vector<Bytes>>
StateReader::Reading::ask(std::vector<Question> questions) {
  if (questions.empty())
    return std::vector<Bytes>();
  auto watches = std::make_shared<std::vector<Watch>>();
  for (Question &question : questions) {
    Watch watch;
    watch.places.push_back({question.entry, std::move(question.location)});
    watch.event = question.event;
    watches->push_back(std::move(watch));
  }
  LaunchSpec launch = reader.launch;
  launch.flow = Flow::Trace;
  launch.watches = watches;
  RunCanceller canceller(reader.runner.engine(), &reader.stop);
  auto run = reader.runner.execute(
      launch, reader.trace, EventSet(reader.trace.size(), true), &reader.stop);
  if (!run)
    return run.takeError();
  if (reader.stop.load())
    return llvm::make_error<InterruptedError>();
  std::vector<Bytes> all;
  for (WatchedValue &value : run->result.values)
    all.push_back(std::move(value.bytes));
  all.resize(watches->size());
  return all;
}

/// Reads memory at the moment of the state.
llvm::Expected<std::vector<Bytes>>
StateReader::Reading::askHere(std::vector<LocationProgram> all) {
  std::vector<Question> questions;
  for (LocationProgram &location : all)
    questions.push_back(
        {event, reader.trace.entryOf(event), std::move(location)});
  return ask(std::move(questions));
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

/// Finds out where the frames are. The frame of a caller is read when it makes
/// the call, since libraries that are in between may use rbp otherwise.
llvm::Error StateReader::Reading::readFrames() {
  findFrames();
  std::vector<Question> questions;
  for (const Frame &frame : frames) {
    LocationProgram location;
    location.steps = {{LocationStep::Kind::Frame, 8, 0}};
    location.extent = LocationExtent::Word;
    location.size = 8;
    questions.push_back({frame.event, frame.entry, std::move(location)});
  }
  auto all = ask(std::move(questions));
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < frames.size(); ++i)
    frames[i].address = (*all)[i] ? wordAt(*(*all)[i]) : 0;
  state.spare = (frames.back().address - spareDistance) & ~uint64_t(15);
  return llvm::Error::success();
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

/// Compiles an expression so that it can be evaluated in the innermost call,
/// whatever frame its variables are in. Returns nullopt if it can't be
/// compiled; then the variable is left out of the state.
std::optional<CompiledExpression>
StateReader::Reading::compile(const Path &path, llvm::StringRef prefix) {
  const Frame &frame = frames[path.frame];
  auto compiled = reader.compiler.compile(prefix.str() + path.expression,
                                          table.entry(frame.entry).address);
  if (!compiled) {
    llvm::consumeError(compiled.takeError());
    return std::nullopt;
  }
  for (LocationStep &step : compiled->location.steps)
    if (step.kind == LocationStep::Kind::Frame)
      step = {LocationStep::Kind::Push, 8,
              static_cast<int64_t>(frame.address) + step.number};
  return std::move(*compiled);
}

/// Finds the variables of all frames, and global variables.
llvm::Error StateReader::Reading::readRoots() {
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
      if (frames[i].address != 0)
        roots.push_back({i, false, name});
  }
  std::vector<LocationProgram> locations;
  std::vector<Object> found;
  for (const Path &path : roots) {
    auto place = compile(path, "&");
    auto value = compile(path);
    if (!place || !value || value->type->isOpaqueClass ||
        locations.size() == maxVariables)
      continue;
    using Extent = LocationExtent;
    Object object{path, Object::Form::Value, value->type, 0,
                  value->location.size};
    Extent extent = value->location.extent;
    if (extent == Extent::Pointed) {
      object.form = Object::Form::CharPointer;
      object.size = sizeof(uint64_t);
    } else if (extent == Extent::Terminated) {
      object.form = Object::Form::CharArray;
    } else if (extent == Extent::Counted) {
      object.form = Object::Form::String;
      object.size = 4 * sizeof(uint64_t);
    }
    found.push_back(std::move(object));
    locations.push_back(std::move(place->location));
  }
  auto all = askHere(std::move(locations));
  if (!all)
    return all.takeError();
  for (size_t i = 0; i < found.size(); ++i) {
    found[i].address = (*all)[i] ? wordAt(*(*all)[i]) : 0;
    if (found[i].address != 0)
      addObject(std::move(found[i]));
  }
  return llvm::Error::success();
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

/// Reads the bytes of all objects that were found last.
llvm::Error StateReader::Reading::readObjects() {
  std::vector<Object> present = std::exchange(objects, {});
  std::vector<LocationProgram> locations;
  for (const Object &object : present) {
    bool isText = object.form == Object::Form::CharArray;
    bool isString = object.form == Object::Form::String;
    locations.push_back(memoryAt(object.address,
                                 isString ? maxText : object.size,
                                 isString ? LocationExtent::Counted
                                 : isText ? LocationExtent::Terminated
                                          : LocationExtent::Fixed));
    // The characters of a std::string are where its first word leads.
    locations.push_back(memoryAt(object.address, 8));
  }
  auto all = askHere(std::move(locations));
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

/// Finds out which pointers lead to the beginning of a block of the heap, and
/// how many bytes each block has; 0 if it is none. The C library keeps the size
/// of a block in front of it, and a flag in front of the next block.
llvm::Error StateReader::Reading::findBlocks(std::vector<PointerFound> &all,
                                             std::vector<uint64_t> &sizes) {
  std::vector<LocationProgram> locations;
  for (const PointerFound &each : all)
    locations.push_back(memoryAt(each.value - blockHeader, blockHeader));
  auto headers = askHere(std::move(locations));
  if (!headers)
    return headers.takeError();
  locations.clear();
  for (size_t i = 0; i < all.size(); ++i) {
    uint64_t word = (*headers)[i] ? wordAt(*(*headers)[i], 8) : 0;
    uint64_t size = word & ~blockFlags;
    bool isPlausible = all[i].value % 16 == 0 && size % 16 == 0 &&
                       size >= 2 * blockHeader && size <= maxBlock;
    sizes.push_back(isPlausible ? size : 0);
    locations.push_back(memoryAt(all[i].value - blockHeader + sizes[i], 16));
  }
  auto next = askHere(std::move(locations));
  if (!next)
    return next.takeError();
  for (size_t i = 0; i < all.size(); ++i) {
    bool isInUse = (*next)[i] && (wordAt(*(*next)[i], 8) & 1) != 0;
    // The first word of the next block belongs to this one while it is in use.
    sizes[i] = sizes[i] != 0 && isInUse ? sizes[i] - 8 : 0;
  }
  return llvm::Error::success();
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
  std::vector<uint64_t> sizes;
  if (llvm::Error error = findBlocks(all, sizes))
    return error;
  std::vector<LocationProgram> locations;
  for (const PointerFound &each : all)
    locations.push_back(memoryAt(
        each.value, each.isText ? maxText : 8 * maxElements,
        each.isText ? LocationExtent::Terminated : LocationExtent::Fixed));
  auto words = askHere(std::move(locations));
  if (!words)
    return words.takeError();
  for (size_t i = 0; i < all.size(); ++i)
    addTarget(all[i], sizes[i], (*words)[i]);
  return llvm::Error::success();
}

llvm::Expected<ProgramState> StateReader::Reading::read() {
  if (llvm::Error error = readFrames())
    return error;
  if (llvm::Error error = readRoots())
    return error;
  for (unsigned round = 0; round < maxRounds && !objects.empty(); ++round) {
    if (llvm::Error error = readObjects())
      return error;
    if (llvm::Error error = findTargets())
      return error;
  }
  return std::move(state);
}

StateReader::StateReader(const RunnableCase &runnable, const Trace &trace,
                         LaunchSpec launch)
    : RunnableCase(runnable), trace(trace), launch(std::move(launch)),
      compiler(recorded.table) {}

StateReader::~StateReader() = default;

llvm::Expected<ProgramState> StateReader::read(EventIndex event) {
  return Reading(*this, event).read();
}

// Holds the variables of a program at one moment, and compares two such states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/ProgramState.h"
#include "pinstripe/Support/PrintableText.h"
#include <cstring>

using namespace pinstripe;

/// The number of bytes at ProgramState::spare that are used for texts.
static constexpr size_t maxSpareBytes = size_t(1) << 16;

static std::string bytesOfWord(uint64_t word) {
  std::string bytes(sizeof word, '\0');
  std::memcpy(bytes.data(), &word, sizeof word);
  return bytes;
}

std::string StateVariable::write() const {
  constexpr size_t maxShown = 60;
  if (isNull)
    return "NULL";
  switch (kind) {
  case Kind::Number:
    return formatValue(*type, bytes);
  case Kind::Text:
    return "\"" + fitted(printable(bytes), maxShown) + "\"";
  case Kind::Pointer:
    break;
  }
  if (!target)
    return "a pointer";
  std::string name = target->first.substr(target->first.rfind(':') + 1);
  return "&" + name +
         (target->second ? " + " + std::to_string(target->second) : "");
}

namespace {

/// Says what to overwrite in the failing run, one variable after the other.
class StateComparison {
public:
  StateComparison(const ProgramState &failing, const ProgramState &passing)
      : failing(failing), passing(passing) {}
  std::vector<StateDifference> compare(size_t most);

private:
  std::vector<OverwrittenRange> rangesFor(const StateVariable &mine,
                                          const StateVariable &other);
  std::vector<OverwrittenRange> rangesForText(const StateVariable &mine,
                                              const StateVariable &other);

  const ProgramState &failing, &passing;
  size_t spareUsed = 0;
};

} // namespace

static bool isSame(const StateVariable &left, const StateVariable &right) {
  if (left.isNull || right.isNull)
    return left.isNull == right.isNull;
  if (left.kind != right.kind)
    return false;
  if (left.kind == StateVariable::Kind::Pointer)
    return left.target == right.target;
  return left.bytes == right.bytes;
}

/// Stores a text where the text of the failing run is, if there is room.
/// Otherwise stores it in memory that the program does not use, and lets the
/// pointer lead there.
std::vector<OverwrittenRange>
StateComparison::rangesForText(const StateVariable &mine,
                               const StateVariable &other) {
  std::string text = other.bytes + '\0';
  bool isText = mine.kind == StateVariable::Kind::Text && !mine.isNull;
  if (isText && other.bytes.size() <= mine.room) {
    std::vector<OverwrittenRange> ranges = {{false, mine.place, text}};
    if (mine.lengthPlace != 0)
      ranges.push_back(
          {false, mine.lengthPlace, bytesOfWord(other.bytes.size())});
    return ranges;
  }
  if (mine.holder == 0 || spareUsed + text.size() > maxSpareBytes)
    return {};
  uint64_t place = failing.spare + spareUsed;
  spareUsed += text.size();
  return {{false, place, text}, {false, mine.holder, bytesOfWord(place)}};
}

/// Returns an empty list if the failing run has no place for the value.
std::vector<OverwrittenRange>
StateComparison::rangesFor(const StateVariable &mine,
                           const StateVariable &other) {
  if (other.isNull)
    return mine.holder == 0 ? std::vector<OverwrittenRange>()
                            : std::vector<OverwrittenRange>{
                                  {false, mine.holder, bytesOfWord(0)}};
  switch (other.kind) {
  case StateVariable::Kind::Number:
    return {{false, mine.place, other.bytes}};
  case StateVariable::Kind::Text:
    return rangesForText(mine, other);
  case StateVariable::Kind::Pointer:
    break;
  }
  if (!other.target || mine.holder == 0)
    return {};
  auto object = failing.objects.find(other.target->first);
  if (object == failing.objects.end())
    return {};
  return {
      {false, mine.holder, bytesOfWord(object->second + other.target->second)}};
}

std::vector<StateDifference> StateComparison::compare(size_t most) {
  std::map<std::string, const StateVariable *> others;
  for (const StateVariable &each : passing.variables)
    others.emplace(each.key, &each);
  std::vector<StateDifference> differences;
  for (const StateVariable &mine : failing.variables) {
    auto found = others.find(mine.key);
    if (found == others.end() || isSame(mine, *found->second))
      continue;
    const StateVariable &other = *found->second;
    bool isNumber = mine.kind == StateVariable::Kind::Number;
    if (isNumber != (other.kind == StateVariable::Kind::Number) ||
        (isNumber && mine.bytes.size() != other.bytes.size()))
      continue;
    auto ranges = rangesFor(mine, other);
    if (ranges.empty() || differences.size() == most)
      continue;
    differences.push_back({mine.key, mine.expression, mine.function,
                           mine.write(), other.write(), std::move(ranges)});
  }
  return differences;
}

std::vector<StateDifference>
pinstripe::compareStates(const ProgramState &failing,
                         const ProgramState &passing, size_t most) {
  return StateComparison(failing, passing).compare(most);
}

// Groups neighbouring actions of a user that a failure may not need at all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ActionGroups.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

static bool isKey(const Action &action, llvm::StringRef name) {
  return action.kind == Action::Kind::Key && action.word == name;
}

/// Returns true if an action types a character of a word. All characters
/// outside of ASCII count as characters of words.
static bool typesWord(const Action &action) {
  std::optional<Key> key;
  if (action.kind == Action::Kind::Key)
    key = parseKey(action.word);
  if (!key || !key->name.empty() || key->control || key->meta)
    return false;
  return key->character >= 0x80 || key->character == '_' ||
         llvm::isAlnum(static_cast<char>(key->character));
}

/// Adds groups of neighbouring actions. `continues` decides whether an action
/// belongs to the same group as the action before it.
static void
addGroups(llvm::StringRef label, llvm::ArrayRef<Action> actions,
          llvm::function_ref<bool(const Action &, const Action &)> continues,
          std::vector<ElementGroup> &groups) {
  for (size_t begin = 0, end; begin < actions.size(); begin = end) {
    for (end = begin + 1; end < actions.size(); ++end)
      if (!continues(actions[end - 1], actions[end]))
        break;
    size_t size = end - begin;
    if (size < 2 || size == actions.size())
      continue;
    ElementGroup group;
    group.label = label.str();
    for (size_t i = begin; i < end; ++i)
      group.elements.push_back(static_cast<Element>(i));
    groups.push_back(std::move(group));
  }
}

std::vector<ElementGroup>
pinstripe::actionGroups(llvm::ArrayRef<Action> actions) {
  std::vector<ElementGroup> groups;
  addGroups(
      "lines", actions,
      [](const Action &before, const Action &) {
        return !isKey(before, "Enter");
      },
      groups);
  addGroups(
      "words", actions,
      [](const Action &before, const Action &action) {
        return typesWord(before) && typesWord(action);
      },
      groups);
  addGroups(
      "repetitions", actions,
      [](const Action &before, const Action &action) {
        return actionLine(before) == actionLine(action);
      },
      groups);
  return groups;
}

// Reads the rules of a grammar that was written for tree-sitter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SyntaxRules.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace pinstripe;
using Form = SyntaxSymbol::Form;

namespace {

/// The kinds of parts that a grammar rule can have.
enum class Part : uint8_t {
  Blank,
  Choice,
  Sequence,
  Repeat,
  RepeatOnce,
  String,
  Pattern,
  Token,
  Symbol,
  Alias,
  /// A part that only wraps another part: a field or a precedence.
  Other,
};

class SyntaxRulesReader {
public:
  explicit SyntaxRulesReader(const llvm::json::Object &grammar);
  SyntaxRules read(llvm::StringRef startRule);

private:
  using Value = llvm::json::Value;
  SymbolId add(Form form, llvm::StringRef name = "");
  void addRule(SymbolId left, std::vector<SymbolId> right);
  bool isHidden(llvm::StringRef name) const;
  SymbolId symbolOf(llvm::StringRef name);
  SymbolId bodyOf(llvm::StringRef name);
  SymbolId groupOf(const Value &choice);
  SymbolId listOf(const Value &repeat, bool isOnce);
  SymbolId aliasOf(const llvm::json::Object &alias);
  SymbolId token();
  void addRules(SymbolId left, const Value &value);
  void expand(const Value &value, std::vector<SymbolId> &right);

  const llvm::json::Object *definitions;
  std::set<std::string> hiddenNames, externals;
  SyntaxRules made;
  /// Maps the name of each rule to the symbol for the text that the rule
  /// describes.
  std::map<std::string, SymbolId> bodies;
  /// The symbols for choices and lists, by the JSON text that describes them.
  /// If two rules have the same choice, both use the same symbol.
  std::map<std::string, SymbolId> groups;
  std::set<std::pair<SymbolId, std::string>> aliases;
  /// The names of the rules that the reader still has to read.
  std::vector<std::string> waiting;
  std::optional<SymbolId> tokenSymbol;
};

} // namespace

SymbolId SyntaxRules::node(llvm::StringRef name) {
  auto [place, isNew] =
      nodes.try_emplace(name.str(), static_cast<SymbolId>(symbols.size()));
  if (isNew)
    symbols.push_back({Form::Node, name.str()});
  return place->second;
}

SymbolId SyntaxRules::word(llvm::StringRef text) {
  auto [place, isNew] =
      words.try_emplace(text.str(), static_cast<SymbolId>(symbols.size()));
  if (isNew)
    symbols.push_back({Form::Word, text.str()});
  return place->second;
}

// The following functions read members of JSON objects. They do not check
// whether a member exists, since the grammars come with the tool and are
// complete.

static llvm::StringRef textIn(const llvm::json::Object &object,
                              llvm::StringRef member) {
  return object.getString(member).value_or("");
}

static Part partOf(const llvm::json::Object &object) {
  return llvm::StringSwitch<Part>(textIn(object, "type"))
      .Case("BLANK", Part::Blank)
      .Case("CHOICE", Part::Choice)
      .Case("SEQ", Part::Sequence)
      .Case("REPEAT", Part::Repeat)
      .Case("REPEAT1", Part::RepeatOnce)
      .Case("STRING", Part::String)
      .Case("PATTERN", Part::Pattern)
      .Cases("TOKEN", "IMMEDIATE_TOKEN", Part::Token)
      .Case("SYMBOL", Part::Symbol)
      .Case("ALIAS", Part::Alias)
      .Default(Part::Other);
}

/// Returns a part of a rule without the fields and precedences that wrap it.
static const llvm::json::Value &unwrapped(const llvm::json::Value &value) {
  const llvm::json::Value *part = &value;
  while (partOf(*part->getAsObject()) == Part::Other)
    part = part->getAsObject()->get("content");
  return *part;
}

static const llvm::json::Value &contentOf(const llvm::json::Object &object) {
  return unwrapped(*object.get("content"));
}

SyntaxRulesReader::SyntaxRulesReader(const llvm::json::Object &grammar)
    : definitions(grammar.getObject("rules")) {
  for (llvm::StringRef list : {"supertypes", "inline"})
    if (const llvm::json::Array *names = grammar.getArray(list))
      for (const Value &name : *names)
        hiddenNames.insert(name.getAsString().value_or("").str());
  if (const llvm::json::Array *all = grammar.getArray("externals"))
    for (const Value &each : *all) {
      llvm::StringRef name = textIn(*each.getAsObject(), "name");
      if (!definitions->get(name))
        externals.insert(name.str());
    }
}

SymbolId SyntaxRulesReader::add(Form form, llvm::StringRef name) {
  made.symbols.push_back({form, name.str()});
  return static_cast<SymbolId>(made.symbols.size() - 1);
}

void SyntaxRulesReader::addRule(SymbolId left, std::vector<SymbolId> right) {
  made.symbols[left].rules.push_back(static_cast<uint32_t>(made.rules.size()));
  made.rules.push_back({left, std::move(right)});
}

bool SyntaxRulesReader::isHidden(llvm::StringRef name) const {
  return name.starts_with("_") || hiddenNames.count(name.str()) != 0;
}

SymbolId SyntaxRulesReader::token() {
  if (!tokenSymbol)
    tokenSymbol = add(Form::Token);
  return *tokenSymbol;
}

/// Returns the symbol for the text that the rule `name` describes. If the rule
/// makes nodes in syntax trees, the symbol stands for the text inside of such a
/// node, not for the node.
SymbolId SyntaxRulesReader::bodyOf(llvm::StringRef name) {
  auto place = bodies.find(name.str());
  if (place != bodies.end())
    return place->second;
  SymbolId body = 0;
  if (externals.count(name.str()) != 0) {
    body = isHidden(name) ? add(Form::Mark, name) : token();
  } else {
    body = add(Form::Hidden, name);
    waiting.push_back(name.str());
  }
  bodies[name.str()] = body;
  return body;
}

/// Returns the symbol that stands for the rule `name` on the right side of
/// other rules.
SymbolId SyntaxRulesReader::symbolOf(llvm::StringRef name) {
  if (isHidden(name))
    return bodyOf(name);
  SymbolId node = made.node(name);
  if (aliases.insert({node, name.str()}).second)
    addRule(node, {bodyOf(name)});
  return node;
}

SymbolId SyntaxRulesReader::aliasOf(const llvm::json::Object &alias) {
  llvm::StringRef name = textIn(alias, "value");
  if (!alias.getBoolean("named").value_or(false))
    return made.word(name);
  SymbolId node = made.node(name);
  const Value &content = contentOf(alias);
  const llvm::json::Object &object = *content.getAsObject();
  if (partOf(object) == Part::Symbol) {
    llvm::StringRef rule = textIn(object, "name");
    bool isToken = externals.count(rule.str()) != 0;
    if (aliases.insert({node, rule.str()}).second)
      addRule(node, {isToken ? token() : bodyOf(rule)});
  } else if (aliases.insert({node, llvm::formatv("{0}", content)}).second) {
    addRules(node, content);
  }
  return node;
}

SymbolId SyntaxRulesReader::groupOf(const Value &choice) {
  auto [place, isNew] = groups.try_emplace(llvm::formatv("{0}", choice));
  if (!isNew)
    return place->second;
  SymbolId group = add(Form::Hidden);
  place->second = group;
  addRules(group, choice);
  return group;
}

SymbolId SyntaxRulesReader::listOf(const Value &repeat, bool isOnce) {
  auto [place, isNew] = groups.try_emplace(llvm::formatv("{0}", repeat));
  if (!isNew)
    return place->second;
  SymbolId list = add(Form::List);
  place->second = list;
  std::vector<SymbolId> item;
  expand(contentOf(*repeat.getAsObject()), item);
  addRule(list, isOnce ? item : std::vector<SymbolId>());
  item.insert(item.begin(), list);
  addRule(list, std::move(item));
  return list;
}

/// Adds rules for the symbol `left`. `value` is a part of a rule: if it is a
/// choice, `left` gets a rule for each alternative, otherwise only one rule.
void SyntaxRulesReader::addRules(SymbolId left, const Value &value) {
  const Value &part = unwrapped(value);
  const llvm::json::Object &object = *part.getAsObject();
  if (partOf(object) == Part::Choice) {
    for (const Value &member : *object.getArray("members"))
      addRules(left, member);
    return;
  }
  if (partOf(object) == Part::Blank && made.symbols[left].form == Form::Hidden)
    made.symbols[left].form = Form::List;
  std::vector<SymbolId> right;
  expand(part, right);
  addRule(left, std::move(right));
}

/// Appends to `right` the symbols for `value`, a part of a rule.
void SyntaxRulesReader::expand(const Value &value,
                               std::vector<SymbolId> &right) {
  const Value &part = unwrapped(value);
  const llvm::json::Object &object = *part.getAsObject();
  switch (partOf(object)) {
  case Part::Blank:
  case Part::Other:
    return;
  case Part::Sequence:
    for (const Value &member : *object.getArray("members"))
      expand(member, right);
    return;
  case Part::Choice:
    right.push_back(groupOf(part));
    return;
  case Part::Repeat:
  case Part::RepeatOnce:
    right.push_back(listOf(part, partOf(object) == Part::RepeatOnce));
    return;
  case Part::String:
    if (!textIn(object, "value").empty())
      right.push_back(made.word(textIn(object, "value")));
    return;
  case Part::Pattern:
    right.push_back(token());
    return;
  case Part::Token: {
    // A token that stands for one fixed text has that text as its name.
    const llvm::json::Object &content = *contentOf(object).getAsObject();
    right.push_back(partOf(content) == Part::String
                        ? made.word(textIn(content, "value"))
                        : token());
    return;
  }
  case Part::Symbol:
    right.push_back(symbolOf(textIn(object, "name")));
    return;
  case Part::Alias:
    right.push_back(aliasOf(object));
    return;
  }
}

SyntaxRules SyntaxRulesReader::read(llvm::StringRef startRule) {
  made.start = symbolOf(startRule);
  while (!waiting.empty()) {
    std::string name = std::move(waiting.back());
    waiting.pop_back();
    const Value *definition = definitions->get(name);
    if (!definition)
      continue;
    const Value &part = unwrapped(*definition);
    Part kind = partOf(*part.getAsObject());
    bool isToken =
        kind == Part::String || kind == Part::Pattern || kind == Part::Token;
    // If a hidden rule stands for a token, syntax trees do not show this token.
    if (isToken && isHidden(name))
      addRule(bodies[name], {token()});
    else
      addRules(bodies[name], part);
  }
  return std::move(made);
}

/// Returns the name of the first rule, which describes whole texts. The name is
/// taken directly from the text of the file, since the JSON parser does not
/// keep the order of an object's members.
static llvm::StringRef firstRule(llvm::StringRef json) {
  llvm::StringRef rest = json.drop_front(json.find("\"rules\""));
  rest = rest.drop_front(rest.find('{'));
  return rest.split('"').second.split('"').first;
}

llvm::Expected<SyntaxRules> pinstripe::readSyntaxRules(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> grammar = llvm::json::parse(json);
  if (!grammar)
    return grammar.takeError();
  const llvm::json::Object *object = grammar->getAsObject();
  llvm::StringRef start = firstRule(json);
  if (!object || !object->getObject("rules") ||
      !object->getObject("rules")->get(start))
    return llvm::make_error<UsageError>(
        "the grammar that this pinstripe was built with is damaged; run "
        "tools/setup.sh and build it again");
  return SyntaxRulesReader(*object).read(start);
}

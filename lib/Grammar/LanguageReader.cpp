// Parses texts in a programming language into derivation trees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/LanguageReader.h"
#include "NodeDerivations.h"
#include "SyntaxParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <tree_sitter/api.h>

using namespace pinstripe;
using Form = SyntaxSymbol::Form;

/// The rules and the parser of one language. tree-sitter, SyntaxRules and the
/// finished Grammar number the symbols in different ways; the tables here
/// convert between these numbers.
class LanguageReader::Parts {
public:
  Parts(const Language &language, SyntaxRules read);

  SymbolId symbolOf(const SyntaxNode &node) const {
    return symbolOfKind[node.kind];
  }
  Grammar makeGrammar(llvm::ArrayRef<SyntaxNode> nodes, llvm::StringRef text);

  SyntaxRules rules;
  SyntaxParser parser;
  NodeDerivations derivations;
  /// For each symbol number of the parser tree-sitter, the symbol in
  /// SyntaxRules.
  std::vector<SymbolId> symbolOfKind;
  /// Maps the number of each symbol in SyntaxRules to the symbol's number in
  /// the finished Grammar.
  std::vector<SymbolId> inGrammar;
  /// The symbol that stands for comments, and for text that fits no rule.
  SymbolId extra = 0;
  /// The symbol of a list of neighbouring nodes that no rule puts side by side.
  SymbolId pieces = 0;
};

LanguageReader::Parts::Parts(const Language &language, SyntaxRules read)
    : rules(std::move(read)), parser(language), derivations(rules) {
  uint32_t count = ts_language_symbol_count(language.parser);
  for (uint32_t kind = 0; kind < count; ++kind) {
    auto number = static_cast<TSSymbol>(kind);
    const char *name = ts_language_symbol_name(language.parser, number);
    bool isNamed =
        ts_language_symbol_type(language.parser, number) == TSSymbolTypeRegular;
    symbolOfKind.push_back(isNamed ? rules.node(name) : rules.word(name));
  }
}

/// Returns the first node after the subtree of `node`.
static uint32_t after(llvm::ArrayRef<SyntaxNode> nodes, uint32_t node) {
  return node + nodes[node].size;
}

/// Returns true if the node stands outside of all rules: a comment, or a piece
/// of text that fits no rule.
static bool isOutside(const SyntaxNode &node) {
  return node.isExtra || node.isError;
}

/// Makes the Grammar of the language. A token such as a name can stand for many
/// texts; the Grammar has only the shortest one that occurs in `text`.
Grammar LanguageReader::Parts::makeGrammar(llvm::ArrayRef<SyntaxNode> nodes,
                                           llvm::StringRef text) {
  std::vector<llvm::StringRef> shortest(rules.symbols.size());
  for (const SyntaxNode &node : nodes) {
    if (node.size != 1 || isOutside(node) || node.begin == node.end)
      continue;
    llvm::StringRef own = text.slice(node.begin, node.end);
    llvm::StringRef &known = shortest[symbolOf(node)];
    if (known.empty() || own.size() < known.size())
      known = own;
  }
  GrammarBuilder builder;
  builder.separateTokens();
  for (const SyntaxSymbol &symbol : rules.symbols)
    inGrammar.push_back(symbol.form == Form::Word && !symbol.name.empty()
                            ? builder.literal(symbol.name)
                            : builder.group(symbol.name));
  extra = builder.group("comment");
  builder.addRule(extra, {});
  pieces = builder.group("pieces");
  builder.addRule(pieces, {});
  for (SymbolId each = 0; each < rules.symbols.size(); ++each) {
    const SyntaxSymbol &symbol = rules.symbols[each];
    if (symbol.form == Form::Mark)
      builder.addRule(inGrammar[each], {});
    if (symbol.form == Form::Node && !shortest[each].empty())
      builder.addRule(inGrammar[each], {builder.literal(shortest[each])});
    for (uint32_t rule : symbol.rules) {
      std::vector<SymbolId> right;
      for (SymbolId part : rules.rules[rule].right)
        right.push_back(inGrammar[part]);
      builder.addRule(inGrammar[each], std::move(right));
    }
  }
  // GrammarBuilder::finish can fail only for symbols that its function
  // nonterminal() has made, and there are none here. A token that does not
  // occur in the text has a symbol without rules, which stands for no text.
  return llvm::cantFail(builder.finish("", inGrammar[rules.start]));
}

/// Makes the derivation tree of one text.
class LanguageReader::TreeMaker {
public:
  TreeMaker(Parts &parts, llvm::ArrayRef<SyntaxNode> nodes,
            llvm::StringRef text)
      : parts(parts), nodes(nodes), text(text) {}
  DerivationTree make();

private:
  /// A step that is still to be done to make the derivation tree.
  struct Step {
    enum class Kind : uint8_t {
      Node, ///< This step writes a node of the syntax tree.
      Open, ///< This step opens a node that the syntax tree does not show.
      /// This step writes an empty node that the syntax tree does not show.
      Empty,
      /// This step opens a list of nodes that no rule puts side by side.
      Pieces,
      /// This step writes the text up to the end of a node, and closes the
      /// node.
      Finish,
      Close, ///< This step closes a node.
    } kind;
    /// The number of a node in the syntax tree, or of a symbol in SyntaxRules,
    /// depending on the kind of the step.
    uint32_t value;
    /// A place in the text. A step of the kind Open first writes the text up to
    /// this place. A step of the kind Finish ends its node at this place.
    uint32_t place = 0;
  };
  void listExtras();
  std::vector<uint32_t> childrenOf(uint32_t node) const;
  std::optional<uint32_t> placeOf(const Step &step) const;
  bool writesError(const Step &next);
  void writePieces(llvm::ArrayRef<uint32_t> children);
  void writeSpace(uint32_t end);
  void write(uint32_t node);
  void writeChildren(uint32_t node, llvm::ArrayRef<uint32_t> children);
  void flush(uint32_t end);
  void close() {
    tree.close(open.back());
    open.pop_back();
  }

  Parts &parts;
  llvm::ArrayRef<SyntaxNode> nodes;
  llvm::StringRef text;
  DerivationTree tree;
  /// The nodes for comments and for text that fits no rule.
  std::vector<uint32_t> extras;
  size_t nextExtra = 0;
  /// How many bytes of `text` the new tree already contains, from the
  /// beginning.
  uint32_t written = 0;
  std::vector<NodeIndex> open;
  std::vector<Step> steps;
};

void LanguageReader::TreeMaker::listExtras() {
  for (uint32_t node = 1; node < nodes.size();) {
    if (isOutside(nodes[node]))
      extras.push_back(node);
    // The subtree of a comment is skipped. The subtree of a piece of text that
    // fits no rule is not skipped, since its parts may fit rules or be
    // comments.
    bool isLeaf = nodes[node].isExtra && !nodes[node].isError;
    node = isLeaf ? after(nodes, node) : node + 1;
  }
}

/// Returns the children of a node, except comments and pieces of text that fit
/// no rule.
std::vector<uint32_t>
LanguageReader::TreeMaker::childrenOf(uint32_t node) const {
  std::vector<uint32_t> children;
  for (uint32_t child = node + 1; child < after(nodes, node);
       child = after(nodes, child))
    if (!isOutside(nodes[child]))
      children.push_back(child);
  return children;
}

/// Returns the place up to which the text must be written before `step` can be
/// done; nullopt if the step has no such place.
std::optional<uint32_t>
LanguageReader::TreeMaker::placeOf(const Step &step) const {
  switch (step.kind) {
  case Step::Kind::Node:
    return nodes[step.value].begin;
  case Step::Kind::Open:
  case Step::Kind::Finish:
    return step.place;
  default:
    return std::nullopt;
  }
}

/// Looks directly before the step `next` for a piece of text that fits no rule
/// but has nodes inside. If there is such a piece, adds the steps that write
/// it, then adds `next`, and returns true.
bool LanguageReader::TreeMaker::writesError(const Step &next) {
  std::optional<uint32_t> place = placeOf(next);
  while (place && nextExtra < extras.size() &&
         nodes[extras[nextExtra]].end <= *place) {
    uint32_t node = extras[nextExtra];
    const SyntaxNode &extra = nodes[node];
    std::vector<uint32_t> children;
    if (extra.isError && extra.begin >= written)
      children = childrenOf(node);
    if (children.empty()) {
      flush(extra.end);
      continue;
    }
    ++nextExtra;
    open.push_back(tree.open(parts.extra));
    steps.push_back(next);
    steps.push_back({Step::Kind::Finish, 0, extra.end});
    writePieces(children);
    return true;
  }
  return false;
}

/// Adds the steps that write the nodes `children` as the items of a list.
void LanguageReader::TreeMaker::writePieces(llvm::ArrayRef<uint32_t> children) {
  for (uint32_t child : llvm::reverse(children)) {
    steps.push_back({Step::Kind::Close, 0});
    steps.push_back({Step::Kind::Node, child});
  }
  // Lists are nested: the first child of a list is the list without the last
  // item. So one list is opened for each item.
  for (size_t i = 0; i < children.size(); ++i)
    steps.push_back({Step::Kind::Pieces, 0});
}

/// Writes the white space and the comments up to the place `end`.
void LanguageReader::TreeMaker::flush(uint32_t end) {
  for (; nextExtra < extras.size(); ++nextExtra) {
    const SyntaxNode &extra = nodes[extras[nextExtra]];
    if (extra.end > end)
      break;
    // A comment inside of a leaf (a node without children) was written together
    // with the leaf, so it is not written again.
    if (extra.end <= written)
      continue;
    tree.append(parts.extra, text.slice(written, extra.end));
    written = extra.end;
  }
  if (written < end) {
    tree.appendText(text.slice(written, end));
    written = end;
  }
}

/// Adds the steps that write the children of a node. The last step in the list
/// is made first, so the steps are added in reverse order.
void LanguageReader::TreeMaker::writeChildren(
    uint32_t node, llvm::ArrayRef<uint32_t> children) {
  std::vector<SymbolId> symbols;
  for (uint32_t child : children)
    symbols.push_back(parts.symbolOf(nodes[child]));
  SymbolId own =
      nodes[node].isError ? parts.rules.start : parts.symbolOf(nodes[node]);
  const Derivation *found = parts.derivations.derive(own, symbols);
  size_t first = steps.size();
  if (!found) {
    writePieces(children);
    return;
  }
  // For each open node, the index of the first node after its subtree.
  std::vector<uint32_t> ends;
  for (uint32_t each = 1; each < found->size(); ++each) {
    for (; !ends.empty() && ends.back() == each; ends.pop_back())
      steps.push_back({Step::Kind::Close, 0});
    const DerivedNode &derived = (*found)[each];
    Form form = parts.rules.symbols[derived.symbol].form;
    if (derived.isEmpty()) {
      steps.push_back({Step::Kind::Empty, derived.symbol});
      each += derived.size - 1;
    } else if (form == Form::Node || form == Form::Word) {
      steps.push_back({Step::Kind::Node, children[derived.firstChild]});
    } else {
      uint32_t begin = nodes[children[derived.firstChild]].begin;
      steps.push_back(
          {Step::Kind::Open, derived.symbol, form == Form::List ? 0 : begin});
      ends.push_back(each + derived.size);
    }
  }
  for (; !ends.empty(); ends.pop_back())
    steps.push_back({Step::Kind::Close, 0});
  std::reverse(steps.begin() + static_cast<ptrdiff_t>(first), steps.end());
}

/// Writes the white space up to `end` as a leaf, so that a reducer can leave it
/// out. Used at the beginning and at the end of the text.
void LanguageReader::TreeMaker::writeSpace(uint32_t end) {
  if (written < end) {
    tree.append(parts.extra, text.slice(written, end));
    written = end;
  }
}

/// Writes a node that has no children, or opens a node that has some.
void LanguageReader::TreeMaker::write(uint32_t node) {
  const SyntaxNode &own = nodes[node];
  bool isRoot = node == 0;
  SymbolId symbol =
      parts.inGrammar[own.isError ? parts.rules.start : parts.symbolOf(own)];
  std::vector<uint32_t> children = childrenOf(node);
  if (!isRoot)
    flush(own.begin);
  if (children.empty() && !isRoot) {
    tree.append(symbol, text.slice(written, own.end));
    written = std::max(written, own.end);
    return;
  }
  // White space before the first token belongs to the root.
  open.push_back(tree.open(symbol));
  steps.push_back({Step::Kind::Finish, 0,
                   isRoot ? static_cast<uint32_t>(text.size()) : own.end});
  if (isRoot)
    writeSpace(
        std::min(static_cast<uint32_t>(text.find_first_not_of(" \t\r\n")),
                 static_cast<uint32_t>(text.size())));
  if (!children.empty())
    writeChildren(node, children);
}

DerivationTree LanguageReader::TreeMaker::make() {
  listExtras();
  write(0);
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (writesError(step))
      continue;
    switch (step.kind) {
    case Step::Kind::Node:
      write(step.value);
      break;
    case Step::Kind::Open:
      // The white space before an item of a list belongs to the item.
      flush(step.place);
      open.push_back(tree.open(parts.inGrammar[step.value]));
      break;
    case Step::Kind::Empty:
      tree.append(parts.inGrammar[step.value], "");
      break;
    case Step::Kind::Pieces:
      open.push_back(tree.open(parts.pieces));
      break;
    case Step::Kind::Finish:
      // White space at the end of the text becomes a leaf, which a reducer can
      // leave out. The last character, usually the line break, is not part of
      // this leaf, so it stays.
      if (open.size() == 1 && !text.empty() && nextExtra == extras.size() &&
          text.slice(written, text.size()).trim().empty())
        writeSpace(static_cast<uint32_t>(text.size()) - 1);
      flush(step.place);
      close();
      break;
    case Step::Kind::Close:
      close();
      break;
    }
  }
  return std::move(tree);
}

LanguageReader::LanguageReader(const Language &language,
                               std::unique_ptr<Parts> parts)
    : theLanguage(&language), parts(std::move(parts)) {}

LanguageReader::~LanguageReader() = default;

llvm::Expected<std::unique_ptr<LanguageReader>>
LanguageReader::create(const Language &language, llvm::StringRef text) {
  if (ts_language_version(language.parser) > TREE_SITTER_LANGUAGE_VERSION)
    return llvm::make_error<UsageError>(
        "the grammar of " + language.title.str() +
        " is too new for the tree-sitter with which this pinstripe was built; "
        "run tools/setup.sh and build it again");
  llvm::Expected<SyntaxRules> rules = readSyntaxRules(language.rules);
  if (!rules)
    return rules.takeError();
  auto parts = std::make_unique<Parts>(language, std::move(*rules));
  std::unique_ptr<LanguageReader> reader(
      new LanguageReader(language, std::move(parts)));
  std::vector<SyntaxNode> nodes = reader->parts->parser.parse(text);
  reader->theGrammar = reader->parts->makeGrammar(nodes, text);
  reader->errorCount = countErrors(nodes);
  auto first = llvm::find_if(nodes, [](const SyntaxNode &node) {
    return node.isError || node.isMissing;
  });
  if (first != nodes.end())
    reader->firstErrorPlace = first->begin;
  return reader;
}

DerivationTree LanguageReader::read(llvm::StringRef text) {
  std::vector<SyntaxNode> nodes = parts->parser.parse(text);
  return TreeMaker(*parts, nodes, text).make();
}

LanguageChecker::LanguageChecker(const Language &language, size_t maxErrors)
    : parser(std::make_unique<SyntaxParser>(language)), maxErrors(maxErrors) {}

LanguageChecker::~LanguageChecker() = default;

bool LanguageChecker::accepts(llvm::StringRef text) {
  return parser->countErrors(text) <= maxErrors;
}

// Writes the first inputs of the fuzzer that reads grammars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Seeds.h"

void pinstripe::fuzzing::grammarSeeds(SeedSink sink) {
  // A form feed stands between the grammar and the text.
  for (const char *input :
       {R"({"<start>": ["<sum>"], "<sum>": ["<digit>+<sum>", "<digit>"],
 "<digit>": ["0", "1", ""]})"
        "\f1+0+1",
        "<sum> ::= <sum> \"+\" <digit> | <digit>\n<digit> ::= [0-9]\n\f1+2+3",
        "list = \"(\", { item, [ \",\" ] }, \")\" ;\nitem = \"a\" | list ;\n"
        "\f(a,(a)a)",
        "<s> ::= (<a> \"b\"?)* [^a-z]+ | 'x'\n<a> ::= \"a\" <s> | \"\"\n"
        "\fab\xc3\xa4",
        "<s> ::= <s> <s> | \"a\" | <t>\n<t> ::= <s>\n\faaa",
        "<s> ::= <none>\n\f", "{\"<start>\": [\"<a>\"], \"<a>\": []}\f",
        "<s> ::= \"a\" <s>\n\faa"})
    sink("GrammarFuzzer", input);
}

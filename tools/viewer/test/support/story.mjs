// Makes a report about which `explain` was asked, of a run that never happened.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { sumReport } from './synthetic.mjs';

const place = { file: 'sample.c', function: 'main', depth: 1, pinned: false };

/** A link of the chain; `index` counts from 1, as in the JSON of the verbs. */
function link(index, line, instance, text, leads, values) {
  return { ...place, index, line, instance, text, leads, values };
}

const chain = () => [
  link(7, 12, 1, 'while (a <= b)', 'decision', '0 <= 5 -> true'),
  link(8, 13, 1, 'sum = sum + a', 'value', '0 + 0 -> 0'),
  link(12, 13, 2, 'sum = sum + a', 'value', '0 + 1 -> 1'),
  link(16, 13, 3, 'sum = sum + a', 'value', '1 + 2 -> 3'),
  link(20, 13, 4, 'sum = sum + a', 'value', '3 + 3 -> 6'),
  link(24, 13, 5, 'sum = sum + a', 'value', '6 + 4 -> 10'),
  link(28, 13, 6, 'sum = sum + a', 'value', '10 + 5 -> 15'),
  link(32, 17, 1, 'printf("sum = %d\\n", sum)', null, null),
];

const written = {
  kind: 'mutate',
  text: 'written as `while (a < b) {`: the expected output comes out (2 of 31 mutants)',
  effect: 'expected-output',
  rank: 1,
  trials: 31,
  hits: 2,
  operators: 1,
  operator: 'relational',
  changed_line: 12,
  before: 'while (a <= b) {',
  after: 'while (a < b) {',
  inserted: false,
};

function rankedLine(line, text, entry, score, evidence) {
  return {
    file: 'sample.c',
    line,
    end_line: line,
    function: 'main',
    text,
    executed: 6,
    passing_runs: 3,
    failing_runs: 2,
    score,
    entry,
    evidence,
  };
}

const location = () => ({
  wrong: { line: 1, printed: 'a? b? sum = 15', expected: 'a? b? sum = 10' },
  passing_runs: 3,
  failing_runs: 2,
  ranked: [
    rankedLine(12, 'while (a <= b)', 1, 1.2, [
      {
        kind: 'switch',
        text: 'taken the other way at #6: the expected output comes out (1 of 7 trials)',
        effect: 'expected-output',
        index: 27,
        instance: 6,
        trials: 7,
        hits: 1,
      },
      written,
      {
        kind: 'slice',
        text: 'the wrong line depends on it, by a decision or an address',
      },
    ]),
    rankedLine(13, 'sum = sum + a', 2, 0.8, []),
    rankedLine(15, 'a = a + 1', 3, 0.4, []),
    rankedLine(19, 'return 0', 4, 0, []),
  ],
});

/** The document of `explain`, as its --json. */
const explanation = () => ({
  trace: { events: 34 },
  run: {
    command: './sample < smaller/in.txt',
    original_command: './sample -v < in.txt',
    original_events: 12345,
    smaller: true,
    discarded: null,
    not_smaller: null,
    options: { failing: { arguments: [] }, sizes: { arguments: 1 } },
    inputs: {
      inputs: [
        {
          path: null,
          bytes: 48,
          failing: { bytes: 4, file: 'smaller/in.txt', text: '0 5\n' },
          passing: null,
        },
      ],
    },
  },
  location: location(),
  original_location: null,
  in_original: 'taken the other way at #900: the output is right for longer',
  cause: 7,
  origins: [],
  chain: chain(),
  remedies: [
    { ...place, line: 12, ...written },
    {
      file: 'sample.c',
      line: 13,
      kind: 'mutate',
      text: 'with `if (a < b)` before it: the first wrong line becomes right (1 of 40 mutants)',
      effect: 'partly',
      trials: 40,
      hits: 1,
      changed_line: 13,
      before: 'sum = sum + a;',
      after: 'if (a < b)',
      inserted: true,
    },
    {
      file: 'sample.c',
      line: 15,
      kind: 'replace',
      text: '6 instead of 5 for a at #5: the first wrong line becomes right (1 of 9 trials)',
      effect: 'partly',
      trials: 9,
      hits: 1,
      index: 26,
    },
  ],
  open: [
    'sample.c:13 is nearly as suspect',
    'whether this is the defect: experiments show what the output needs, not what was meant',
  ],
  sizes:
    'of the 34 statement instances, 15 are enough to print the wrong line, 34 are in its dynamic slice',
  interrupted: false,
});

/** The run of samples/01-sum-mul as `explain` has told of it. */
export function storyReport() {
  const report = sumReport();
  const expected = 'a? b? sum = 10\nmul = 0\n';
  report.meta.run.expected = {
    text: expected,
    bytes: expected.length,
    truncated: false,
  };
  report.meta.results.explain = explanation();
  return report;
}

/** A crash of which little is known: no line is suspected. */
export function shortStoryReport() {
  const report = sumReport();
  report.meta.crash = { text: 'SIGSEGV in main() at sample.c:18', unit: 11 };
  report.meta.results = {
    explain: {
      trace: { events: 34 },
      run: {
        command: './sample < in.txt',
        original_command: './sample < in.txt',
        original_events: 34,
        smaller: false,
        not_smaller: 'not made smaller: --keep-run was given',
        options: null,
        inputs: null,
      },
      location: null,
      original_location: null,
      in_original: null,
      cause: null,
      chain: [],
      remedies: [],
      open: ['there are no suspect lines: no time was left'],
      sizes: 'of the 34 statement instances, 15 are enough for the crash',
      interrupted: false,
    },
  };
  return report;
}

/** A wrong output that the suspect line itself has printed. */
export function originsReport() {
  const report = storyReport();
  const { explain } = report.meta.results;
  explain.cause = 32;
  explain.chain = explain.chain.slice(-1);
  explain.origins = [
    { ...link(24, 13, 5, 'sum = sum + a', 'value', '6 + 4 -> 10'), for: 28 },
    { ...link(28, 13, 6, 'sum = sum + a', 'value', '10 + 5 -> 15'), for: 32 },
  ];
  return report;
}

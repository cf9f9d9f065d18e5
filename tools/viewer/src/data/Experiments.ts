// Reads the results of switch, omit, replace, mutate and locate, by event and
// line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  eventOf,
  fileIndex,
  list,
  number,
  text,
  textOrNull,
  type Document,
} from './Documents';
import type { Meta } from './Format';

export interface Experiment {
  verb: 'switch' | 'omit' | 'replace' | 'mutate';
  /** What was changed: "taken the other way: went on at line 12". */
  what: string;
  effect: string;
  /** How often the effect came, of how many changes: "2 of 2". */
  counts: string;
  /** True if the expected output came out, or the crash did not. */
  good: boolean;
}

/** A change of a line of the source. */
export interface LineChange {
  line: number;
  before: string;
  /** The changed line; empty if the line is left out. */
  after: string;
  /** True if `after` is a new line before `before`. */
  inserted: boolean;
}

export interface Evidence {
  kind: string;
  text: string;
  /** The event that the evidence is about, from 0, or null. */
  event: number | null;
  effect: string;
  /** How often the effect came, of how many changes: "2 of 2". */
  counts: string;
  good: boolean;
  /** Null for evidence of other kinds than `mutate`. */
  change: LineChange | null;
}

export interface RankedLine {
  /** The number of the entry. Lines that say the same share one. */
  rank: number;
  file: number;
  line: number;
  function: string;
  text: string;
  score: number;
  executed: number;
  /** How many other runs that are right have executed the line. */
  passingRuns: number;
  evidence: Evidence[];
}

export interface WrongLine {
  line: number;
  printed: string | null;
  expected: string | null;
  /** True if `expected` should have come before `printed`. */
  missing: boolean;
}

export interface Experiments {
  byEvent: Map<number, Experiment[]>;
  /** Keys are file:line with the index of the file. */
  byLine: Map<string, Experiment[]>;
  ranked: RankedLine[];
  wrong: WrongLine | null;
  /** Why the sets of `compare` differ in an event. */
  reasons: Map<number, string>;
}

const effectWords: Record<string, string> = {
  'expected-output': 'the expected output comes out',
  'no-crash': 'it does not crash, and all output stays',
  partly: 'the first wrong line becomes right',
  prefix: 'the output is right for longer',
  'no-crash-other-output': 'it does not crash, but prints something else',
  'no-crash-shorter': 'it does not crash, but ends much earlier',
  gone: 'the wrong line no longer comes out',
  other: 'other output comes out',
  same: 'nothing changes',
  crash: 'it crashes',
  hang: 'it takes too long',
};

const reasonWords: Record<string, string> = {
  'value-unchanged':
    'a dependence, but no cause: it wrote the value that was there before',
  masked:
    'a dependence, but no cause: it wrote another value, but the output is the same without it',
  'no-cause': 'a dependence, but no cause: the output is the same without it',
  'control-only':
    'in the full slice through a decision or an address only; in trace flow the trace decides',
  'stale-memory':
    'a cause, but no dependence: what it leaves in memory that is given up is read again',
  'prevents-a-crash':
    'a cause, but no dependence: without it the run ends differently',
  'changes-the-output':
    'a cause, but no dependence: without it something else is printed',
};

/** The entries of the ranking: lines that say the same, the best of them first. */
export function entriesOf(ranked: RankedLine[]): RankedLine[][] {
  const entries: RankedLine[][] = [];
  for (const line of ranked) {
    const last = entries[entries.length - 1];
    if (last && last[0].rank === line.rank) last.push(line);
    else entries.push([line]);
  }
  return entries;
}

export function effectText(effect: string): string {
  return effectWords[effect] ?? effect.replace(/-/g, ' ');
}

export function reasonText(reason: string): string {
  return reasonWords[reason] ?? reason.replace(/-/g, ' ');
}

export function isGood(effect: string): boolean {
  return effect === 'expected-output' || effect === 'no-crash';
}

/** The counts of a document's `tests`: how many of all had this effect. */
function countsOf(entry: Document, effect: string): string {
  const tests = (entry.tests ?? {}) as Record<string, number>;
  const all = Object.values(tests).reduce((sum, count) => sum + count, 0);
  return all > 0 ? `${tests[effect] ?? 0} of ${all}` : '';
}

function place(value: unknown): string {
  const at = value as Document | null | undefined;
  return at ? `line ${number(at.line)}, \`${text(at.text)}\`` : '';
}

function formWords(entry: Document, single: string): string {
  switch (entry.form) {
    case 'constant':
    case 'always':
      return single + ', at all instances';
    case 'inverted':
      return single + ', each to the other side';
    default:
      return single;
  }
}

function switched(entry: Document): string {
  const instead = place(entry.taken);
  const operand = text(entry.operand);
  const what = operand
    ? `${operand} taken the other way`
    : 'taken the other way';
  return formWords(entry, what) + (instead ? `: went on at ${instead}` : '');
}

function replaced(entry: Document): string {
  const change = (entry.replaced ?? {}) as Document;
  const where = change.when === 'after' ? ' after it' : '';
  const words = `\`${text(change.operand)}\` = ${text(change.instead)}${where}`;
  return formWords(entry, words) + `, in place of ${text(change.recorded)}`;
}

/** Says what a mutation changed in its line. */
export function mutationWords(entry: Document): string {
  const after = text(entry.after);
  return entry.inserted
    ? `with \`${after}\` before it`
    : `written as \`${after}\``;
}

export function experimentsOf(meta: Meta): Experiments {
  const results = (meta.results ?? {}) as Record<string, Document>;
  const found: Experiments = {
    byEvent: new Map(),
    byLine: new Map(),
    ranked: [],
    wrong: null,
    reasons: new Map(),
  };
  const add = (entry: Document, verb: Experiment['verb'], what: string) => {
    const effect = text(entry.effect);
    const experiment: Experiment = {
      verb,
      what,
      effect: effectText(effect),
      counts: countsOf(entry, effect),
      good: isGood(effect),
    };
    const event = eventOf(entry.index);
    if (event !== null) push(found.byEvent, event, experiment);
    const file = fileIndex(meta, text(entry.file));
    push(found.byLine, file + ':' + number(entry.line), experiment);
  };
  for (const entry of list(results.switch, 'switches'))
    add(entry, 'switch', switched(entry));
  for (const entry of list(results.omit, 'omissions'))
    add(entry, 'omit', formWords(entry, 'left out'));
  for (const entry of list(results.replace, 'replacements'))
    add(entry, 'replace', replaced(entry));
  for (const entry of list(results.mutate, 'statements')) {
    const best = list(entry, 'mutations')[0];
    if (best) add(entry, 'mutate', mutationWords(best));
  }
  for (const entry of list(results.compare, 'instances'))
    if (text(entry.reason))
      found.reasons.set(number(entry.index) - 1, text(entry.reason));
  found.wrong = wrongLineOf(results.locate ?? null);
  found.ranked = rankedLines(meta, results.locate ?? null);
  addEvidence(found);
  return found;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Where the output is wrong, by the document of `locate`. */
export function wrongLineOf(document: Document | null): WrongLine | null {
  const wrong = document?.wrong as Document | null | undefined;
  if (!wrong) return null;
  return {
    line: number(wrong.line),
    printed: textOrNull(wrong.printed),
    expected: textOrNull(wrong.expected),
    missing: wrong.missing === true,
  };
}

/** The lines to read first, by the document of `locate`. */
export function rankedLines(
  meta: Meta,
  document: Document | null,
): RankedLine[] {
  return list(document, 'ranked').map((entry, index) => ({
    rank: number(entry.entry) || index + 1,
    file: fileIndex(meta, text(entry.file)),
    line: number(entry.line),
    function: text(entry.function),
    text: text(entry.text),
    score: number(entry.score),
    executed: number(entry.executed),
    passingRuns: number(entry.passing_runs),
    evidence: list(entry, 'evidence').map(evidenceOf),
  }));
}

/** Experiments of `locate` that no verb of their own was asked for. */
function addEvidence(found: Experiments): void {
  for (const line of found.ranked)
    for (const evidence of line.evidence) {
      const { kind, event, effect, counts, good } = evidence;
      if (event === null) continue;
      const known = found.byEvent.get(event) ?? [];
      if (known.some((experiment) => experiment.verb === kind)) continue;
      push(found.byEvent, event, {
        verb: kind as Experiment['verb'],
        what: evidence.text.replace(/: [^:]*$/, ''),
        effect,
        counts,
        good,
      });
    }
}

function evidenceOf(entry: Document): Evidence {
  const effect = text(entry.effect);
  return {
    kind: text(entry.kind),
    // Documents of older versions have no sentence about the evidence. For
    // them, the kind of the evidence is shown instead.
    text: text(entry.text) || text(entry.kind),
    event: eventOf(entry.index),
    effect: effectText(effect),
    counts: trialsOf(entry),
    good: isGood(effect),
    change: lineChangeOf(entry),
  };
}

/** How many of the changes of a kind had the effect: "2 of 5". */
export function trialsOf(entry: Document): string {
  const trials = number(entry.trials);
  return trials > 0 ? `${number(entry.hits)} of ${trials}` : '';
}

/** Returns the change of the source that a mutation makes. */
export function lineChangeOf(entry: Document): LineChange | null {
  const after = textOrNull(entry.after);
  if (after === null) return null;
  return {
    line: number(entry.changed_line),
    before: text(entry.before),
    after,
    inserted: entry.inserted === true,
  };
}

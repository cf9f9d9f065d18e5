// Reads the story that `explain` tells: from the smallest run that fails to
// what remains open.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {
  eventOf,
  fileIndex,
  list,
  number,
  object,
  text,
  textOrNull,
  type Document,
} from './Documents';
import {
  effectText,
  entriesOf,
  isGood,
  lineChangeOf,
  rankedLines,
  trialsOf,
  wrongLineOf,
  type LineChange,
  type RankedLine,
  type WrongLine,
} from './Experiments';
import type { Meta } from './Format';

/** An input of the run, after as much as possible was left out. */
export interface StoryInput {
  /** The file, or null for standard input. */
  path: string | null;
  bytes: number;
  originalBytes: number;
  /** The file with what is left; null if none was written. */
  file: string | null;
  /** The beginning of what is left; null if it is no text. */
  text: string | null;
}

export interface StoryRun {
  command: string;
  originalCommand: string;
  originalEvents: number;
  isSmaller: boolean;
  /** Sentences: why nothing was left out, or why a smaller run is not told of. */
  notes: string[];
  /** How many arguments are left; null if they were not searched. */
  keptArguments: number | null;
  originalArguments: number;
  inputs: StoryInput[];
}

export interface StoryStep {
  event: number;
  /** What the event did for the next one: "made a value for"; null at the end. */
  leads: string | null;
  kind: 'data' | 'address' | 'control';
  values: string;
}

/** An event whose value another event has used. */
export interface Origin extends StoryStep {
  /** The event that has used it. */
  neededBy: number;
}

export interface Remedy {
  file: number;
  line: number;
  /** The change and its effect in a sentence. */
  text: string;
  effect: string;
  counts: string;
  good: boolean;
  event: number | null;
  change: LineChange | null;
}

export interface Story {
  wrong: WrongLine | null;
  run: StoryRun;
  /** The line that is suspected most; null if nothing points to any. */
  suspect: RankedLine | null;
  /** The instance of that line with which the steps begin. */
  cause: number | null;
  /** What the run as it was given shows about that line; may be empty. */
  inOriginal: string;
  /** In how many other runs that are right the line was looked for. */
  passingRuns: number;
  /** The first lines of the places to read next. */
  next: RankedLine[];
  /** Where the values come from that the only step has used. */
  origins: Origin[];
  steps: StoryStep[];
  /** How many instances the slices have, in a sentence; may be empty. */
  sizes: string;
  remedies: Remedy[];
  open: string[];
  isInterrupted: boolean;
}

/** More places than these are in the view of `locate`. */
const lastEntry = 4;

const leadWords: Record<string, [string, StoryStep['kind']]> = {
  value: ['made a value for', 'data'],
  address: ['made an address for', 'address'],
  decision: ['decided about', 'control'],
  'other-decision': [
    'could have decided otherwise and made another value for',
    'control',
  ],
};

/** Returns the story of a case; null if `explain` was not asked about it. */
export function storyOf(meta: Meta): Story | null {
  const document = object(meta.results, 'explain');
  if (!document) return null;
  const location = object(document, 'location');
  const ranked = rankedLines(meta, location).filter(
    ({ score, file }) => score > 0 && file >= 0,
  );
  return {
    wrong: wrongLineOf(location),
    run: runOf(object(document, 'run')),
    suspect: ranked[0] ?? null,
    cause: knownEvent(meta, document.cause),
    inOriginal: text(document.in_original),
    passingRuns: number(location?.passing_runs),
    next: entriesOf(ranked)
      .slice(1)
      .map(([first]) => first)
      .filter(({ rank }) => rank <= lastEntry),
    origins: originsOf(meta, document),
    steps: list(document, 'chain').flatMap((link) => stepOf(meta, link)),
    sizes: text(document.sizes),
    remedies: list(document, 'remedies').flatMap((entry) => {
      const remedy = remedyOf(meta, entry);
      return remedy.file >= 0 ? [remedy] : [];
    }),
    open: texts(document.open),
    isInterrupted: document.interrupted === true,
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'string')
    : [];
}

function knownEvent(meta: Meta, index: unknown): number | null {
  const event = eventOf(index);
  return event !== null && event < meta.events ? event : null;
}

function runOf(run: Document | null): StoryRun {
  const options = object(run, 'options');
  const failing = object(options, 'failing');
  const discarded = text(run?.discarded);
  const notes = [text(run?.not_smaller)];
  if (discarded)
    notes.push('a smaller run was found, but is not explained: ' + discarded);
  return {
    command: text(run?.command),
    originalCommand: text(run?.original_command),
    originalEvents: number(run?.original_events),
    isSmaller: run?.smaller === true,
    notes: notes.filter((note) => note !== ''),
    keptArguments: failing ? texts(failing.arguments).length : null,
    originalArguments: number(object(options, 'sizes')?.arguments),
    inputs: list(object(run, 'inputs'), 'inputs').map(inputOf),
  };
}

function inputOf(entry: Document): StoryInput {
  const failing = object(entry, 'failing');
  return {
    path: textOrNull(entry.path),
    bytes: number(failing?.bytes),
    originalBytes: number(entry.bytes),
    file: textOrNull(failing?.file),
    text: textOrNull(failing?.text),
  };
}

/** Returns the step of a link; an empty list if the page lacks its event. */
function stepOf(meta: Meta, link: Document): StoryStep[] {
  const event = knownEvent(meta, link.index);
  if (event === null) return [];
  const [leads, kind] = leadWords[text(link.leads)] ?? [null, 'data'];
  return [{ event, leads, kind, values: text(link.values) }];
}

function originsOf(meta: Meta, document: Document): Origin[] {
  return list(document, 'origins').flatMap((link) => {
    const neededBy = knownEvent(meta, link.for);
    if (neededBy === null) return [];
    return stepOf(meta, link).map((step) => ({ ...step, neededBy }));
  });
}

function remedyOf(meta: Meta, entry: Document): Remedy {
  const effect = text(entry.effect);
  return {
    file: fileIndex(meta, text(entry.file)),
    line: number(entry.line),
    text: text(entry.text),
    effect: effectText(effect),
    counts: trialsOf(entry),
    good: isGood(effect),
    event: knownEvent(meta, entry.index),
    change: lineChangeOf(entry),
  };
}

// The address of what the page shows: view, event, line, second event, test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #source/e12         event 12 (as users count, from 1) in the source
// #source/sample.c:13 a line
// #causes/e4-e12      the chain from event 4 to event 12
// #tests/t7           a test of the search
// The view may be left out: #e12 and #sample.c:13 are seen in the source.

export const views = [
  'answer',
  'source',
  'time',
  'causes',
  'tests',
  'compare',
  'locate',
] as const;
export type View = (typeof views)[number];

export interface Address {
  view: View;
  /** The selected event, from 0. */
  event: number | null;
  /** Where the chain to `event` begins. */
  from: number | null;
  line: { path: string; line: number } | null;
  test: number | null;
}

export function emptyAddress(view: View): Address {
  return { view, event: null, from: null, line: null, test: null };
}

/** Undoes what browsers do to addresses; a damaged text stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseAddress(hash: string): Address {
  const parts = decoded(hash.replace(/^#\/?/, ''));
  const slash = parts.indexOf('/');
  const head = slash < 0 ? parts : parts.slice(0, slash);
  const isView = (views as readonly string[]).includes(head);
  const rest = isView ? (slash < 0 ? '' : parts.slice(slash + 1)) : parts;
  const address = emptyAddress(isView ? (head as View) : 'answer');
  const chain = /^e(\d+)-e(\d+)$/.exec(rest);
  const event = /^e(\d+)$/.exec(rest);
  const test = /^t(\d+)$/.exec(rest);
  const line = /^(.+):(\d+)$/.exec(rest);
  if (chain) {
    address.from = Number(chain[1]) - 1;
    address.event = Number(chain[2]) - 1;
    if (!isView) address.view = 'causes';
  } else if (event) {
    address.event = Number(event[1]) - 1;
    if (!isView) address.view = 'source';
  } else if (test) {
    address.test = Number(test[1]) - 1;
    if (!isView) address.view = 'tests';
  } else if (line) {
    address.line = { path: line[1], line: Number(line[2]) };
    if (!isView) address.view = 'source';
  }
  return address;
}

export function formatAddress(address: Address): string {
  const { view, event, from, line, test } = address;
  if (event !== null && from !== null)
    return `#${view}/e${from + 1}-e${event + 1}`;
  if (event !== null) return `#${view}/e${event + 1}`;
  if (line) return `#${view}/${encodeURI(line.path)}:${line.line}`;
  if (test !== null) return `#${view}/t${test + 1}`;
  return '#' + view;
}

// Handles the keys of the page: n, p, u, d, /, ?, [, ], 1 to 7, Escape.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useLayoutEffect } from 'preact/hooks';
import { parseAddress } from '../data/Address';
import type { App } from './Context';
import { viewOfKey } from './Bar';

export const keyWords: [string, string][] = [
  ['n, p', 'next and previous kept event'],
  ['j, k', 'next and previous event of the run'],
  ['u', 'up the call tree: the event that made the call'],
  ['d', 'down the call tree: into the call that this event made'],
  ['[', 'chain from this event (then select another one)'],
  ['/', 'find an event, a line or a function'],
  ['1 … 7', 'the views'],
  ['?', 'this help'],
  ['Esc', 'close what is open'],
];

type Dialog = 'help' | 'finder' | null;

/** The first event of the call that an event made; -1 if it made none. */
function calledEvent(app: App, event: number): number {
  const { invocations } = app.report;
  const next = event + 1;
  const { start, parentEvent } = invocations;
  if (next >= app.report.eventCount) return -1;
  // Usually the first event of a call comes directly after the event that makes
  // the call. If other calls come between the two events, the call is found by
  // its parent, which is the event that makes it.
  const inner = app.report.invocationOf[next];
  for (let i = inner; i >= 0; i = invocations.caller[i])
    if (parentEvent[i] === event) return start[i];
  return parentEvent.indexOf(event) >= 0
    ? start[parentEvent.indexOf(event)]
    : -1;
}

function press(
  app: App,
  key: string,
  setDialog: (to: Dialog) => void,
): boolean {
  const { report, address, go } = app;
  const { event } = address;
  const select = (to: number) => {
    if (to >= 0 && to < report.eventCount)
      go({ event: to, line: null, test: null }, event !== null);
  };
  switch (key) {
    case 'n':
      select(report.nextKept(event ?? -1, 1));
      return true;
    case 'p':
      select(report.nextKept(event ?? report.eventCount, -1));
      return true;
    case 'j':
      select((event ?? -1) + 1);
      return true;
    case 'k':
      select((event ?? report.eventCount) - 1);
      return true;
    case 'u':
      if (event !== null)
        select(report.invocations.parentEvent[report.invocationOf[event]]);
      return true;
    case 'd':
      if (event !== null) select(calledEvent(app, event));
      return true;
    case '[':
      if (event !== null) go({ view: 'causes', from: event });
      return true;
    case '/':
      setDialog('finder');
      return true;
    case '?':
      setDialog('help');
      return true;
    default: {
      const view = viewOfKey(key);
      if (view) go({ view });
      return view !== undefined;
    }
  }
}

export function useKeys(
  app: App,
  dialog: Dialog,
  setDialog: (to: Dialog) => void,
): void {
  // The key handler must be set at once, not after the next frame. Otherwise a
  // key that is pressed before the next frame would be handled as if the dialog
  // were still in its earlier state.
  useLayoutEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      const target = key.target as HTMLElement;
      const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (key.ctrlKey || key.metaKey || key.altKey) return;
      if (key.key === 'Escape') {
        if (dialog) setDialog(null);
        else app.go({ event: null, line: null, from: null });
        return;
      }
      if (dialog || isTyping) return;
      // The address may have changed since the page was last rendered. So it is
      // read again.
      const current = { ...app, address: parseAddress(location.hash) };
      if (press(current, key.key, setDialog)) key.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [app, dialog]);
}

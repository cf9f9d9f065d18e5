// Shows a change of one line of the source as a difference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { difference, type DifferentLine } from '../data/Difference';
import type { LineChange } from '../data/Experiments';
import { Parts } from './Output';

const signs = { same: ' ', printed: '−', expected: '+' } as const;
const words = {
  same: 'as it is',
  printed: 'as it is',
  expected: 'changed',
} as const;

/** The lines before and after the change, with what differs in them marked. */
function linesOf({ before, after, inserted }: LineChange): DifferentLine[] {
  if (inserted)
    return [
      { kind: 'expected', text: after.trim(), part: null },
      { kind: 'same', text: before.trim(), part: null },
    ];
  return difference(before.trim(), after.trim());
}

export function LineDiff({ change }: { change: LineChange }) {
  return (
    <pre class="output difference line-diff" tabIndex={0}>
      {linesOf(change).map((line, index) => (
        <div key={index} class={line.kind} title={words[line.kind]}>
          {signs[line.kind]} <Parts line={line} />
        </div>
      ))}
    </pre>
  );
}

// The help: keys, marks and the words of the manual.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { markMeaning, type Mark } from '../data/Marks';
import { Dialog } from './Dialog';
import { keyWords } from './Keys';
import { MarkSign } from './Links';
import { glossaryRows } from './Term';

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="help" onClose={onClose}>
      <button type="button" class="close" aria-label="close" onClick={onClose}>
        ✕
      </button>
      <h2>Keys</h2>
      <dl class="facts">
        {keyWords.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys
                .split(/(, | … )/)
                .map((key) =>
                  /^(, | … )$/.test(key) ? key : <kbd key={key}>{key}</kbd>,
                )}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>Marks</h2>
      <dl class="facts">
        {(Object.keys(markMeaning) as Mark[]).map((mark) => (
          <div key={mark}>
            <dt>
              <MarkSign mark={mark} />
            </dt>
            <dd>{markMeaning[mark]}</dd>
          </div>
        ))}
      </dl>
      <h2>Addresses</h2>
      <p>
        The address of the page names what it shows: <code>#e12</code> is event
        12, <code>#sample.c:13</code> a line, <code>#causes/e4-e12</code> the
        chain between two events. Send it with the file.
      </p>
      <h2>Words</h2>
      <dl class="facts words">
        {glossaryRows.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

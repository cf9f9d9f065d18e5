// Lists the lines of the result with their marks, by function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useState } from 'preact/hooks';
import type { ResultFunction } from '../data/Result';
import { useApp } from './Context';
import { LineLink, MarkSign } from './Links';

export function KeptLines({ results }: { results: ResultFunction[] }) {
  const { report } = useApp();
  const [most, setMost] = useState(40);
  const kept = results.filter((result) => result.lines.length > 0);
  return (
    <div class="kept-lines">
      {kept.slice(0, most).map((result) => (
        <div key={result.file + result.name} class="kept-function">
          <h3>
            {report.fileName(result.file)}: {result.name}{' '}
            <span class="muted">
              {result.kept} of {result.executed}
            </span>
          </h3>
          <table>
            <tbody>
              {result.lines.map(({ line, text, mark, hasGap }) => (
                <tr key={line} class={hasGap ? 'gap' : ''}>
                  <td class="sign">
                    <MarkSign mark={mark.mark} /> {mark.label}
                  </td>
                  <td class="number">
                    <LineLink file={result.file} line={line}>
                      {line}
                    </LineLink>
                  </td>
                  <td>
                    <LineLink file={result.file} line={line}>
                      <code>{text}</code>
                    </LineLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {kept.length > most && (
        <button type="button" onClick={() => setMost(most * 4)}>
          {kept.length - most} more functions
        </button>
      )}
    </div>
  );
}

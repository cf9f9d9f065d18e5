// Shows the page on paper: the answer, the source, the events, the comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { render } from 'preact';
import { comparedSets, lineCounts } from '../data/Comparison';
import { entriesOf } from '../data/Experiments';
import { markOfLine } from '../data/Marks';
import { AnswerView } from '../views/AnswerView';
import { AppContext, useApp, type App } from './Context';
import { MarkSign } from './Links';
import { Prose } from './Prose';

/** More events than these would be too much paper. */
const most = 400;

/**
 * Renders the page for paper when the browser is about to print. It must be
 * there at once, so it is not a part of the application's own tree.
 */
export function installPrinting(app: App): () => void {
  const query = matchMedia('print');
  let place = document.getElementById('print');
  if (!place) {
    place = document.createElement('div');
    place.id = 'print';
    document.body.append(place);
  }
  const target = place;
  const show = () =>
    render(
      <AppContext.Provider value={app}>
        <PrintPage />
      </AppContext.Provider>,
      target,
    );
  const hide = () => render(null, target);
  const onChange = () => (query.matches ? show() : hide());
  addEventListener('beforeprint', show);
  addEventListener('afterprint', hide);
  query.addEventListener('change', onChange);
  // The page may be on paper already, as in a browser without a window.
  if (query.matches) show();
  return () => {
    removeEventListener('beforeprint', show);
    removeEventListener('afterprint', hide);
    query.removeEventListener('change', onChange);
  };
}

function PrintPage() {
  return (
    <>
      <AnswerView />
      <PrintRanking />
      <PrintEvents />
      <PrintSource />
    </>
  );
}

function PrintRanking() {
  const { report } = useApp();
  const entries = entriesOf(report.experiments.ranked).slice(0, 10);
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>The lines to read first</h2>
      <ol>
        {entries.map(([entry, ...others]) => (
          <li key={entry.rank}>
            {report.fileName(entry.file)}:{entry.line} <code>{entry.text}</code>
            {others.map((other) => (
              <p key={other.line}>
                with {report.fileName(other.file)}:{other.line}{' '}
                <code>{other.text}</code>
              </p>
            ))}
            <ul>
              {entry.evidence.map((evidence, index) => (
                <li key={index}>
                  <Prose text={evidence.text} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function PrintEvents() {
  const { report } = useApp();
  const kept = [...report.keptEvents.subarray(0, most)];
  if (kept.length === 0) return null;
  return (
    <section>
      <h2>The {report.keptWord} events, in order</h2>
      <table class="print-events">
        <tbody>
          {kept.map((event) => (
            <tr key={event}>
              <td>{event + 1}</td>
              <td>{report.name(event)}</td>
              <td>
                <code>{report.unit(event).text}</code>
              </td>
              <td>{report.values(event)?.text}</td>
              <td>
                <Prose text={report.meta.reasons?.[event]?.text ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.keptEvents.length > most && (
        <p>and {report.keptEvents.length - most} more</p>
      )}
    </section>
  );
}

function PrintSource() {
  const { report } = useApp();
  const sets = comparedSets(report);
  const counts = new Map(
    lineCounts(report).map((row) => [row.file + ':' + row.line, row]),
  );
  return (
    <>
      {report.meta.files.map(({ path, text }, file) => {
        const executed = report.executedLines(file);
        if (text === null || executed.length === 0) return null;
        const last = executed[executed.length - 1] + 2;
        return (
          <section key={path}>
            <h2>{path}</h2>
            <table class="print-source">
              <thead>
                <tr>
                  <th>mark</th>
                  <th />
                  {sets.map(({ name, title }) => (
                    <th key={name}>{title}</th>
                  ))}
                  <th />
                </tr>
              </thead>
              <tbody>
                {text
                  .split('\n')
                  .slice(0, last)
                  .map((line, index) => {
                    const mark = markOfLine(report, file, index + 1);
                    const row = counts.get(file + ':' + (index + 1));
                    return (
                      <tr key={index}>
                        <td>
                          {mark && (
                            <>
                              <MarkSign mark={mark.mark} /> {mark.label}
                            </>
                          )}
                        </td>
                        <td class="number">{index + 1}</td>
                        {sets.map(({ name }, i) => (
                          <td key={name} class="number">
                            {row ? row.counts[i] || '·' : ''}
                          </td>
                        ))}
                        <td>
                          <code>{line}</code>
                        </td>
                      </tr>
                    );
                  })}
              </tbody>
            </table>
          </section>
        );
      })}
    </>
  );
}

// The bar at the top: the program, the views, finding, theme and help.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { emptyAddress, formatAddress, type View } from '../data/Address';
import { useApp } from './Context';

const names: [View, string][] = [
  ['answer', 'Answer'],
  ['source', 'Source'],
  ['time', 'Time'],
  ['causes', 'Causes'],
  ['tests', 'Search'],
  ['compare', 'Compare'],
  ['locate', 'Locate'],
];

export function Bar(props: {
  onDialog: (dialog: 'help' | 'finder') => void;
  onTheme: () => void;
}) {
  const { report, address, theme } = useApp();
  const has = (view: View) =>
    (view !== 'tests' || report.meta.tests) &&
    (view !== 'locate' || report.experiments.ranked.length > 0) &&
    (view !== 'compare' || report.sets.size > 1) &&
    (view !== 'causes' || report.keptEvents.length > 0);
  const target = (view: View) =>
    formatAddress(
      view === 'answer' || view === 'tests'
        ? emptyAddress(view)
        : { ...address, view, test: null },
    );
  return (
    <header class="bar-top">
      <a class="program" href="#answer" title="to the answer">
        {report.meta.case.program.split('/').pop()}
      </a>
      <nav aria-label="views">
        {names.map(
          ([view, name], index) =>
            (has(view) || address.view === view) && (
              <a
                key={view}
                href={target(view)}
                title={`key ${index + 1}`}
                aria-current={address.view === view ? 'page' : undefined}
              >
                {name}
              </a>
            ),
        )}
      </nav>
      <span class="tools">
        <button
          type="button"
          aria-label="find"
          title="find an event, line or function (/)"
          onClick={() => props.onDialog('finder')}
        >
          Find <kbd>/</kbd>
        </button>
        <button
          type="button"
          aria-label={theme === 'dark' ? 'light colours' : 'dark colours'}
          title={theme === 'dark' ? 'light colours' : 'dark colours'}
          onClick={props.onTheme}
        >
          {theme === 'dark' ? '☀' : '☾'}
        </button>
        <button
          type="button"
          aria-label="help"
          title="keys and words (?)"
          onClick={() => props.onDialog('help')}
        >
          ?
        </button>
      </span>
    </header>
  );
}

/** The view of the key 1 to 7. */
export function viewOfKey(key: string): View | undefined {
  return names[Number(key) - 1]?.[0];
}

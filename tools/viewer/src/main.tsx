// Starts the page: reads the report that is in it, and shows it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { render } from 'preact';
import { elementText } from './data/Columns';
import { readReport } from './data/Report';
import { readSearch } from './data/Search';
import { App } from './ui/App';
import { SearchView } from './views/SearchView';
import './style.css';

async function start(place: HTMLElement): Promise<void> {
  const search = await readSearch(elementText);
  const report = search ? null : await readReport(elementText);
  place.replaceChildren();
  if (search) {
    document.title = `${search.program.split('/').pop()} – Pinstripe`;
    render(<SearchView search={search} />, place);
    return;
  }
  if (!report) {
    place.textContent =
      'This page has no data. `pinstripe report` makes one that has.';
    return;
  }
  document.title = report.meta.case.program.split('/').pop() + ' – Pinstripe';
  render(<App report={report} />, place);
}

const place = document.getElementById('app')!;
start(place).catch((error: unknown) => {
  place.textContent = `The report can't be read: ${String(error)}`;
});

// The frame of the page: bar, view, evidence, and what keys do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  formatAddress,
  parseAddress,
  type Address,
  type View,
} from '../data/Address';
import type { Report } from '../data/Report';
import { AnswerView } from '../views/AnswerView';
import { CausesView } from '../views/CausesView';
import { CompareView } from '../views/CompareView';
import { LocateView } from '../views/LocateView';
import { SourceView } from '../views/SourceView';
import { TestsView } from '../views/TestsView';
import { TimeView } from '../views/TimeView';
import { Bar } from './Bar';
import { AppContext, usePromise, type App as Shared } from './Context';
import { Evidence } from './Evidence';
import { FinderBox } from './FinderBox';
import { Help } from './Help';
import { useKeys } from './Keys';
import { installPrinting } from './PrintPage';
import { useTheme } from './Theme';

const viewParts: Record<View, () => preact.JSX.Element> = {
  answer: AnswerView,
  source: SourceView,
  time: TimeView,
  causes: CausesView,
  tests: TestsView,
  compare: CompareView,
  locate: LocateView,
};

function useAddress(): [Address, Shared['go']] {
  const [address, setAddress] = useState(() => parseAddress(location.hash));
  useEffect(() => {
    const onChange = () => setAddress(parseAddress(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const go: Shared['go'] = (change, replace = false) => {
    const next = { ...parseAddress(location.hash), ...change };
    if (next.view === 'answer' && (next.event !== null || next.line))
      next.view = 'source';
    const hash = formatAddress(next);
    if (replace) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
    setAddress(parseAddress(hash));
  };
  return [address, go];
}

export function App({ report }: { report: Report }) {
  const [address, go] = useAddress();
  const [theme, toggleTheme] = useTheme();
  const dependences = usePromise(() => report.dependences(), report);
  const [dialog, setDialog] = useState<'help' | 'finder' | null>(null);
  const shared = useMemo(
    () => ({ report, address, dependences, go, theme }),
    [report, address, dependences, theme],
  );
  useKeys(shared, dialog, setDialog);
  useEffect(() => installPrinting(shared), [shared]);
  const ViewPart = viewParts[address.view];
  const hasEvidence =
    address.view !== 'answer' && (address.event !== null || address.line);
  return (
    <AppContext.Provider value={shared}>
      <div class={'page' + (hasEvidence ? ' with-evidence' : '')}>
        <Bar onDialog={setDialog} onTheme={toggleTheme} />
        <main class="view" data-view={address.view} id="view">
          <ViewPart />
        </main>
        {hasEvidence && <Evidence />}
      </div>
      {dialog === 'finder' && <FinderBox onClose={() => setDialog(null)} />}
      {dialog === 'help' && <Help onClose={() => setDialog(null)} />}
    </AppContext.Provider>
  );
}

// Holds what all parts of the page share: the report, and the address of what
// is shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Address } from '../data/Address';
import type { Dependences } from '../data/Dependences';
import type { Report } from '../data/Report';

export interface App {
  report: Report;
  address: Address;
  /** Null until they are decoded. */
  dependences: Dependences | null;
  /**
   * Shows another place. With `replace`, Back does not return to this one: for
   * keys that go on step by step.
   */
  go: (change: Partial<Address>, replace?: boolean) => void;
  /** Changes when colours do, so that canvases are drawn again. */
  theme: string;
}

export const AppContext = createContext<App>(null as unknown as App);

export function useApp(): App {
  return useContext(AppContext);
}

/** Returns what `make` resolves to; null until then. */
export function usePromise<T>(make: () => Promise<T>, key: unknown): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void make().then((result) => {
      if (isCurrent) setValue(() => result);
    });
    return () => {
      isCurrent = false;
    };
    // `make` is a new function each time this component is rendered, so it is
    // not in the list of dependencies. `make` is called again only if `key` has
    // changed.
  }, [key]);
  return value;
}

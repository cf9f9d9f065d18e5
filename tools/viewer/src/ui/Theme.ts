// Sets the theme of the page to light or dark.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The theme is the system's, unless the user has chosen one.

import { useEffect, useState } from 'preact/hooks';

const key = 'pinstripe-theme';

// Some browsers don't let a page that was opened from a file store anything.
// Then the choice lasts only until the page is closed.
function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // See above.
  }
}

/** Returns the theme that is shown, and a function that changes to the other. */
export function useTheme(): [string, () => void] {
  const query = useState(() => matchMedia('(prefers-color-scheme: dark)'))[0];
  const [chosen, setChosen] = useState(stored);
  const [isSystemDark, setSystemDark] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setSystemDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  const theme = chosen ?? (isSystemDark ? 'dark' : 'light');
  document.documentElement.style.colorScheme = chosen ?? 'light dark';
  const toggle = () => {
    const other = theme === 'dark' ? 'light' : 'dark';
    store(other);
    setChosen(other);
  };
  return [theme, toggle];
}

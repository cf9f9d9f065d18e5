// The button that changes from light to dark colours and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useTheme } from './Theme';

export function ThemeButton() {
  const [theme, toggle] = useTheme();
  const title = theme === 'dark' ? 'light colours' : 'dark colours';
  return (
    <button type="button" aria-label={title} title={title} onClick={toggle}>
      {theme === 'dark' ? '☀' : '☾'}
    </button>
  );
}

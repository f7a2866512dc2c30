import { useEffect } from 'react';

const PRODUCT = 'Touchstone';

/** Names the window after what it shows: the thing first, so that it can be told in a row of tabs. */
export function useWindowTitle(...names: readonly string[]): void {
  const title = [...names, PRODUCT].join(' – ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

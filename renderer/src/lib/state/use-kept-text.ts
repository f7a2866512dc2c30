import { useCallback, useEffect, useState } from 'react';
import type { StateName } from './console-state.ts';
import { consoleState } from './live-state.ts';

/**
 * A text that the console keeps, null where there is none, and what keeps another one. It is followed: where the server is
 * slow it comes when the page stands already, and other windows change it.
 */
export function useKeptText(name: StateName): readonly [kept: string | null, keep: (text: string) => void] {
  const [kept, setKept] = useState(() => consoleState.getItem(name));
  useEffect(() => {
    const follow = () => setKept(consoleState.getItem(name));
    follow();
    return consoleState.onArrival(name, follow);
  }, [name]);
  const keep = useCallback(
    (text: string) => {
      setKept(text);
      consoleState.setItem(name, text);
    },
    [name],
  );
  return [kept, keep];
}

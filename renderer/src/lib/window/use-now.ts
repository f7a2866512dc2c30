import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** The time, looked at again every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** What `see` makes of the time, asked again every so many milliseconds: draws anew only where the answer is another. */
export function useSeenNow<T extends string | number | boolean>(see: (now: number) => T, everyMs: number): T {
  const subscribe = useCallback(
    (look: () => void) => {
      const timer = setInterval(look, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(subscribe, () => see(Date.now()));
}

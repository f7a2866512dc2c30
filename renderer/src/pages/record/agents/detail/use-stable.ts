import { useCallback, useRef } from 'react';

/** A function that stays the same and calls the latest one: what is handed it needs no new rendering because of it. */
export function useStable<A extends readonly unknown[], R>(latest: (...args: A) => R): (...args: A) => R {
  const current = useRef(latest);
  current.current = latest;
  return useCallback((...args: A) => current.current(...args), []);
}

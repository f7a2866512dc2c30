import { createContext, useContext, useEffect, useState } from 'react';
import type { SessionStart } from '../lib/client.ts';

export const SessionStartContext = createContext<Promise<SessionStart>>(Promise.resolve({ kind: 'none' }));

/** How signing in with the start token went; null while it is under way. */
export function useSessionStart(): SessionStart | null {
  const promise = useContext(SessionStartContext);
  const [start, setStart] = useState<SessionStart | null>(null);
  useEffect(() => {
    void promise.then(setStart);
  }, [promise]);
  return start;
}

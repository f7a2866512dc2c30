import { useEffect } from 'react';
import { useOwnSets } from '../trust/own-sets.ts';
import { useTrustStore } from '../trust/trust.ts';
import { liveSession } from './live-session.ts';

/** Keeps the verifier's trust store the one of this window; a change verifies what is open once more. */
export function useTrustedVerification(): void {
  const { store } = useTrustStore();
  const own = useOwnSets();
  useEffect(() => liveSession.setTrust(store, own), [store, own]);
}

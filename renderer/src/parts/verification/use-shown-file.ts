import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useOwnSets } from '../trust/own-sets.ts';
import { useTrustStore } from '../trust/trust.ts';
import { verificationPool } from './live-session.ts';
import { type GivenPayload, type SessionState, VerificationSession } from './session.ts';
import { useTrustedVerification } from './use-trusted-verification.ts';

/**
 * The verification of the one file that a page of a receipt or an artifact shows. It has the workers of the Verify page and a
 * session of its own, so that what is open there stays open.
 */
const session = new VerificationSession(verificationPool);

/** The only file that is open in this session. */
const ROW = 0;

export interface ShownFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Verifies a file in a worker, under this window's trust store, and again when that changes. The detail is null until it has
 * begun. A payload that is at hand is checked as well.
 */
export function useShownFile(
  { name, text }: ShownFile,
  payload: { readonly name: string; readonly text: string } | null = null,
): Pick<SessionState, 'detail' | 'checking'> {
  const { store } = useTrustStore();
  const own = useOwnSets();
  // The workers serve the Verify page's session too, so both go by the same store at every moment.
  useTrustedVerification();
  useEffect(() => session.setTrust(store, own), [store, own]);

  const given = useRef(false);
  useEffect(() => {
    given.current = false;
    const file = new File([text], name, { type: 'application/json' });
    void session.open({ files: [{ name, file }], leftOut: 0 });
    return () => session.clear();
  }, [name, text]);

  const { detail, checking } = useSyncExternalStore(session.subscribe, session.snapshot);
  const isReady = detail?.status === 'ready';
  useEffect(() => {
    if (!isReady || payload === null || given.current) return;
    given.current = true;
    giveToShownFile({ blob: new Blob([payload.text]), name: payload.name, text: null });
  }, [isReady, payload]);
  return { detail, checking };
}

/** The payload that the shown file is to be compared with; null forgets it. */
export function giveToShownFile(payload: GivenPayload | null): void {
  session.givePayload(ROW, payload);
}

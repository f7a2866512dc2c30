import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useOwnSets } from '../../../parts/trust/own-sets.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import type { SessionState } from '../../../parts/verification/session.ts';
import { useTrustedVerification } from '../../../parts/verification/use-trusted-verification.ts';
import { type Receipt, receiptFileName, receiptFileText } from './receipt-name.ts';
import { RECEIPT_ROW, receiptSession } from './receipt-session.ts';

/**
 * Verifies the receipt's file in a worker, under this window's trust store, and again when that changes. The detail is null
 * until it has begun. A payload that is at hand is checked as well.
 */
export function useVerifiedReceipt(
  receipt: Receipt,
  payload: string | null,
): Pick<SessionState, 'detail' | 'checking'> {
  const { store } = useTrustStore();
  const own = useOwnSets();
  // The workers serve the Verify page's session too, so both go by the same store at every moment.
  useTrustedVerification();
  useEffect(() => receiptSession.setTrust(store, own), [store, own]);

  const given = useRef(false);
  useEffect(() => {
    const name = receiptFileName(receipt);
    const file = new File([receiptFileText(receipt)], name, { type: 'application/json' });
    given.current = false;
    void receiptSession.open({ files: [{ name, file }], leftOut: 0 });
    return () => receiptSession.clear();
  }, [receipt]);

  const { detail, checking } = useSyncExternalStore(receiptSession.subscribe, receiptSession.snapshot);
  const isReady = detail?.status === 'ready';
  useEffect(() => {
    if (!isReady || payload === null || given.current) return;
    given.current = true;
    receiptSession.givePayload(RECEIPT_ROW, {
      blob: new Blob([payload]),
      name: 'the payload as it was entered',
      text: null,
    });
  }, [isReady, payload]);
  return { detail, checking };
}

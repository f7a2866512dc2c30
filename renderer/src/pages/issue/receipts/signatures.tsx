import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS, type ReceiptSlot } from '@touchstone/core/receipt/receipt.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SLOT_WORDS } from '../../../parts/verification/meaning.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import type { Receipt } from './receipt-name.ts';

const FAMILIES: Record<ReceiptSlot, string> = {
  ml_dsa_65: 'Lattice, FIPS 204',
  falcon_512: 'Lattice over NTRU, Falcon round 3, padded',
  slh_dsa_sha2_128f: 'Hash-based, FIPS 205',
};

/** The three signatures: verdict, algorithm, family, the key set that judged, and the value with its size. */
export function ReceiptSignatures({
  receipt,
  report,
}: {
  readonly receipt: Receipt;
  readonly report: VerificationReport | null;
}) {
  return (
    <ul className="divide-y divide-line rounded border border-line bg-surface">
      {RECEIPT_SLOTS.map((slot) => {
        const judged = report?.signatures[slot];
        const { word, look } = judged === undefined ? SLOT_WORDS.not_performed : SLOT_WORDS[judged.status];
        return (
          <li
            key={slot}
            data-slot={slot}
            data-status={judged?.status ?? 'not_performed'}
            className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[176px_1fr]"
          >
            <div className="flex items-center gap-2 self-start">
              <StatusIcon look={look} />
              <span className="font-medium">{word}</span>
            </div>
            <div className="min-w-0 space-y-1">
              <p>
                <span className="font-medium">{RECEIPT_ALGORITHMS[slot]}</span>{' '}
                <span className="text-muted">{FAMILIES[slot]}</span>
              </p>
              {judged?.reason !== undefined && <p className="text-muted">{judged.reason}</p>}
              {judged?.keyset_id !== undefined && (
                <p className="text-muted">
                  Key set <FileText text={judged.keyset_id} isMono />
                </p>
              )}
              {judged?.fingerprint !== undefined && (
                <HashText value={judged.fingerprint} label={`key set fingerprint for ${RECEIPT_ALGORITHMS[slot]}`} />
              )}
              <LongValue value={receipt.signatures[slot]} label={`${RECEIPT_ALGORITHMS[slot]} signature`} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

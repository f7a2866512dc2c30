import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SLOT_WORDS } from '../../../parts/verification/meaning.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { ALGORITHM_WORDS } from '../../../words/parts/algorithms.ts';
import type { Receipt } from './receipt-name.ts';

export interface ReceiptSignaturesProps {
  readonly receipt: Receipt;
  readonly report: VerificationReport | null;
}

/** The three signatures: verdict, algorithm, family, the key set that judged, and the value with its size. */
export function ReceiptSignatures({ receipt, report }: ReceiptSignaturesProps) {
  const { slots } = words;
  return (
    <Section title={slots.title} lead={slots.lead}>
      <ul className="divide-y divide-line border-y border-line">
        {RECEIPT_SLOTS.map((slot) => {
          const judged = report?.signatures[slot];
          const { word, look } = judged === undefined ? SLOT_WORDS.not_performed : SLOT_WORDS[judged.status];
          const algorithm = RECEIPT_ALGORITHMS[slot];
          const { family, category } = ALGORITHM_WORDS[algorithm];
          return (
            <li
              key={slot}
              data-slot={slot}
              data-status={judged?.status ?? 'not_performed'}
              className="grid gap-x-6 gap-y-2 py-3 min-[640px]:grid-cols-[120px_1fr] min-[1100px]:grid-cols-[120px_1fr_1fr]"
            >
              <div>
                <StatusMark look={look} label={word} size="small" />
              </div>
              <div className="min-w-0">
                <p>
                  <span className="font-medium">{algorithm}</span>{' '}
                  <span className="text-13 text-muted">
                    {family}, {category}
                  </span>
                </p>
                {judged?.reason !== undefined && <p className="text-muted">{judged.reason}</p>}
                {judged?.keyset_id !== undefined && (
                  <p className="text-13 text-muted">
                    {slots.keySet} <FileText text={judged.keyset_id} isMono />
                  </p>
                )}
                {judged?.fingerprint !== undefined && (
                  <HashText value={judged.fingerprint} label={slots.fingerprint(algorithm)} />
                )}
              </div>
              <div className="min-w-0 min-[640px]:col-start-2 min-[1100px]:col-start-3">
                <LongValue value={receipt.signatures[slot]} label={slots.signature(algorithm)} />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

import type { SlotReport } from '@touchstone/core/verdict/verification-report.ts';
import { HashText } from '../../ui/hash-text.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { words } from '../../words/parts/verification.ts';
import { SLOT_WORDS } from '../verification/meaning.ts';

/** One row per signature family: each is judged by itself. A stack of cards where the window is narrow. */
export function SignatureTable({ signatures }: { signatures: Readonly<Record<string, SlotReport>> }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {Object.entries(signatures).map(([slot, report]) => {
        const { word, look } = SLOT_WORDS[report.status];
        return (
          <li
            key={slot}
            data-slot={slot}
            data-status={report.status}
            className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[176px_1fr]"
          >
            <div className="flex items-center gap-2">
              <StatusIcon look={look} />
              <span className="font-medium">{word}</span>
            </div>
            <div className="min-w-0">
              <p>
                <span className="font-medium">
                  {report.algorithm === '' ? words.signatures.notJudged : report.algorithm}
                </span>{' '}
                <span className="font-mono text-12 text-muted">{slot}</span>
              </p>
              {report.reason !== undefined && <p className="text-muted">{report.reason}</p>}
              {report.keyset_id !== undefined && (
                <p className="text-muted">
                  {words.signatures.keySet(
                    <span className="font-mono text-12 break-all text-text">{report.keyset_id}</span>,
                  )}
                </p>
              )}
              {report.fingerprint !== undefined && (
                <HashText value={report.fingerprint} label={words.signatures.fingerprint} />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

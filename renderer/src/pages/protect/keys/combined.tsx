import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { Download } from 'lucide-react';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { downloadText } from '../../../parts/download/download.ts';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import { type CeremonyRecord, fileNameOf } from './ceremony-files.ts';
import { refusalWords } from './combine-words.ts';
import type { CombineOutcome } from './keys-jobs.ts';

export interface CombinedShares {
  readonly outcome: CombineOutcome;
  readonly record: CeremonyRecord;
  /** Base64 of what was to be signed; null where the shares were checked only. */
  readonly message: string | null;
}

/** What came of bringing shares together: that the key was rebuilt, the signature, or why there is none. */
export function Combined({ outcome, record, message }: CombinedShares) {
  const { combine } = words;
  if (!outcome.ok) {
    return (
      <div data-verdict="invalid">
        <StatusMark look="failed" label={combine.failed} />
        <p>
          {refusalWords(outcome, record.threshold)} {combine.nothing}
        </p>
      </div>
    );
  }
  const { signature } = outcome;
  const hash = message === null ? null : toHex(sha3_256(fromBase64(message) ?? new Uint8Array()));
  return (
    <div data-verdict="valid" className="space-y-2">
      <StatusMark look="verified" label={signature === null ? combine.right : combine.signed} />
      <p className="text-muted">{combine.wiped}</p>
      {signature !== null && hash !== null && (
        <section aria-label={combine.signature} className="space-y-2">
          <LongValue value={signature} label={combine.signatureOf(record.algorithm)} />
          <div>
            <p className="text-13 text-muted">{combine.hash}</p>
            <HashText value={hash} label={combine.hashLabel} />
          </div>
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() =>
              void downloadText(
                `${fileNameOf(record.ceremonyId)}.signature.json`,
                `${JSON.stringify({ ceremony_id: record.ceremonyId, algorithm: record.algorithm, public_key: record.publicKey, message_sha3_256: hash, signature }, null, 2)}\n`,
              )
            }
          >
            {combine.save}
          </Button>
        </section>
      )}
    </div>
  );
}

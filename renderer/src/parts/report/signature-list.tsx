import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { FileText } from '../../ui/file-text.tsx';
import { HashText } from '../../ui/hash-text.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { ALGORITHM_WORDS } from '../../words/parts/algorithms.ts';
import { words } from '../../words/parts/verification.ts';
import { LongValue } from '../bytes/long-value.tsx';
import { SLOT_WORDS } from '../verification/meaning.ts';

export interface ListedSignature {
  /** The member of the file that holds it. */
  readonly slot: string;
  /** What the file calls its algorithm. */
  readonly name: string;
  readonly algorithm: SignatureAlgorithm;
  /** As the file states it; null where it is still to be signed. */
  readonly value: string | null;
}

export interface SignatureListProps {
  readonly lead: string;
  readonly signatures: readonly ListedSignature[];
  /** What was found of each; null before. */
  readonly report: VerificationReport | null;
}

/** The signatures of a file: verdict, algorithm, family, the key set that judged, and the value with its size. */
export function SignatureList({ lead, signatures, report }: SignatureListProps) {
  const texts = words.signatures;
  return (
    <Section title={texts.title} lead={lead}>
      <ul className="divide-y divide-line border-y border-line">
        {signatures.map(({ slot, name, algorithm, value }) => {
          const judged = report?.signatures[slot];
          const { word, look } = judged === undefined ? SLOT_WORDS.not_performed : SLOT_WORDS[judged.status];
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
                  <span className="font-medium">{name}</span>{' '}
                  <span className="text-13 text-muted">
                    {family}, {category}
                  </span>
                </p>
                {judged?.reason !== undefined && (
                  <p className="text-muted">
                    <FileText text={judged.reason} />
                  </p>
                )}
                {judged?.keyset_id !== undefined && (
                  <p className="text-13 text-muted">{texts.keySet(<FileText text={judged.keyset_id} isMono />)}</p>
                )}
                {judged?.fingerprint !== undefined && <HashText value={judged.fingerprint} label={texts.fingerprint} />}
              </div>
              {value !== null && (
                <div className="min-w-0 min-[640px]:col-start-2 min-[1100px]:col-start-3">
                  <LongValue value={value} label={texts.signature(name)} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

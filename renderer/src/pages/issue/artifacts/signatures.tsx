import { isPendingSlot, SLOT_ALGORITHMS, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { SLOT_WORDS } from '../../../parts/verification/meaning.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { ALGORITHM_WORDS } from '../../../words/parts/algorithms.ts';
import type { ArtifactItem } from './artifact-items.ts';

export interface ArtifactSignaturesProps {
  readonly artifact: ArtifactItem;
  readonly report: VerificationReport | null;
}

/** The three signatures: verdict, algorithm, family, and the value where there is one. */
export function ArtifactSignatures({ artifact, report }: ArtifactSignaturesProps) {
  const { slots } = words;
  return (
    <Section title={slots.title} lead={slots.lead}>
      <ul className="divide-y divide-line border-y border-line">
        {SLOTS.map((slot) => {
          const judged = report?.signatures[slot];
          const { word, look } = judged === undefined ? SLOT_WORDS.not_performed : SLOT_WORDS[judged.status];
          const [algorithm] = SLOT_ALGORITHMS[slot];
          if (algorithm === undefined) return null;
          const { family, category } = ALGORITHM_WORDS[algorithm];
          const text = artifact.signatures[slot];
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
                  <span className="font-medium">{slots.algorithms[slot]}</span>{' '}
                  <span className="text-13 text-muted">
                    {family}, {category}
                  </span>
                </p>
                {judged?.reason !== undefined && (
                  <p className="text-13 text-muted">
                    <FileText text={judged.reason} />
                  </p>
                )}
              </div>
              {!isPendingSlot(text) && (
                <div className="min-w-0 min-[640px]:col-start-2 min-[1100px]:col-start-3">
                  <LongValue value={text} label={slots.signature(slots.algorithms[slot])} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

import { Eye, EyeOff } from 'lucide-react';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { claimTitle } from './claim-title.ts';
import type { ClaimType } from './claims.ts';
import { type PublicInputs, sourceText } from './public-inputs.ts';

const { detail: texts } = words;
const { names } = texts;

export interface OtherSideProps {
  readonly type: ClaimType;
  readonly inputs: PublicInputs;
}

/** What everybody can read of a proof, and what nobody can. */
export function OtherSide({ type, inputs }: OtherSideProps) {
  const seen = seenOf(type, inputs);
  const hidden = claimWords.hidden[type];
  const lines = () => [
    { text: texts.seen, lines: seen.map(([name, value]) => `${name}: ${value}`) },
    { text: texts.hidden, lines: hidden },
  ];
  return (
    <TextTwin title={texts.sees} lines={lines}>
      {(asText) => (
        <Section title={texts.sees} lead={texts.seesLead} aside={asText}>
          <div className="grid gap-4 min-[900px]:grid-cols-[2fr_1fr]">
            <div className="rounded border border-line bg-surface px-4 py-3">
              <h3 className="mb-2 flex items-center gap-2 text-14">
                <Eye aria-hidden size={16} className="text-muted" />
                {texts.seen}
              </h3>
              <FactList>
                {seen.map(([name, value]) => (
                  <Fact key={name} name={name}>
                    {name === names.value_commitment ? (
                      <>
                        <GroupedText value={value} />
                        <span className="block text-13 text-muted">{texts.valueCommitmentNote}</span>
                      </>
                    ) : (
                      <>
                        <FileText text={value} />
                        {name === names.nonce && <span className="block text-13 text-muted">{texts.nonceNote}</span>}
                      </>
                    )}
                  </Fact>
                ))}
              </FactList>
            </div>
            <div className="rounded border border-dashed border-line-strong px-4 py-3">
              <h3 className="mb-2 flex items-center gap-2 text-14">
                <EyeOff aria-hidden size={16} className="text-muted" />
                {texts.hidden}
              </h3>
              <ul className="list-disc space-y-1 ps-5">
                {hidden.map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
              <p className="mt-3 text-13 text-muted">{claimWords.limits[type]}</p>
            </div>
          </div>
        </Section>
      )}
    </TextTwin>
  );
}

/** The public inputs in words, in the order of their weight. */
function seenOf(type: ClaimType, inputs: PublicInputs): readonly (readonly [name: string, value: string])[] {
  return [
    [names.claim, claimTitle(type, inputs)],
    ...(inputs.set === undefined ? [] : [[names.set, inputs.set.join(', ')] as const]),
    [names.nonce, inputs.nonce],
    [names.subject, inputs.subject ?? texts.noSubject],
    [names.source, sourceText(inputs.source)],
    [names.statement, inputs.statement],
    [names.value_commitment, inputs.value_commitment],
  ];
}

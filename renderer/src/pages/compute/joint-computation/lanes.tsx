import type { SessionDescription } from '@touchstone/core/mpc/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/compute/joint-computation.ts';

const { detail: texts } = words;

export interface LanesProps {
  readonly session: SessionDescription;
  readonly contributed: ReadonlySet<string>;
  /** Null once nobody can contribute any more. */
  readonly onContribute: ((participant: string) => void) | null;
}

/** A lane for each participant: whether the sealed input is there, and the way to contribute. */
export function Lanes({ session, contributed, onContribute }: LanesProps) {
  const { participants, custom } = session;
  const weights = custom?.kind === 'weighted_sum' ? custom.weights : null;
  return (
    <Section title={texts.lanes} lead={texts.lanesLead}>
      {/* In a wide window the verb of a lane would stand far from its participant. */}
      <ul className="border-t border-line min-[1600px]:columns-2 min-[1600px]:gap-x-12">
        {participants.map((participant, index) => {
          const isThere = contributed.has(participant);
          const weight = weights?.[index];
          return (
            <li
              key={participant}
              className="flex min-h-11 break-inside-avoid flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5"
            >
              <span className="w-14 font-mono">{participant}</span>
              <span className="grow">
                {isThere ? (
                  <StatusMark look="verified" size="small" label={texts.received} />
                ) : (
                  <StatusMark
                    look={onContribute === null ? 'skipped' : 'pending'}
                    size="small"
                    label={onContribute === null ? texts.missed : texts.waiting}
                  />
                )}
              </span>
              {weight !== undefined && <span className="text-13 text-muted">{texts.weight(weight)}</span>}
              {!isThere && onContribute !== null && (
                <Button aria-label={texts.contributeAs(participant)} onPress={() => onContribute(participant)}>
                  {words.contribute.verb}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

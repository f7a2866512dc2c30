import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { printPage, saveFile } from '../../../../parts/download/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { samePolicy } from '../policies/policy-draft.ts';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { countRows, type ForkRow } from './align.ts';
import type { ForkAnswer } from './fork-answer.ts';
import { ForkGrid } from './fork-grid.tsx';
import { ForkPrint } from './fork-print.tsx';
import { againWords, forkFile, SIMULATION, SIMULATION_MEANING } from './fork-rows.ts';

const { result: texts } = words;

export interface Compared {
  readonly fork: ForkAnswer;
  readonly rows: readonly ForkRow[];
}

export interface ForkResultProps extends Pick<SessionPartProps, 'onShowNode'> {
  readonly compared: Compared;
  readonly root: LoadedSession;
}

/** A fork beside what was recorded, stamped. */
export function ForkResult({ compared, root, onShowNode }: ForkResultProps) {
  const { fork, rows } = compared;
  const name = `simulation-fork-of-${fork.session_id}`;
  const place = useRef<HTMLElement>(null);
  // It comes above the list in which it was opened, which may be all that is in sight.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) place.current?.scrollIntoView();
  }, []);
  return (
    <section
      ref={place}
      aria-labelledby="fork-result"
      className="fork-result scroll-mt-16 space-y-3 print:[&>*:not(.fork-print)]:hidden"
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 rounded border-2 border-dashed border-inconclusive bg-inconclusive-soft px-4 py-3">
        <div className="min-w-0 flex-1 basis-96 space-y-1">
          <h2 id="fork-result" className="text-16">
            <StatusMark look="inconclusive" label={SIMULATION} />
          </h2>
          <p className="text-13">{SIMULATION_MEANING}</p>
          <p className="font-medium" role="status">
            {summaryOf(compared)}
          </p>
          {fork.again !== null && (
            <p className="text-13">
              {texts.made(<TimeText value={fork.again.made_at} />, <code>{fork.again.made_by}</code>)}{' '}
              {fork.again.reproduced ? (
                againWords(fork.again)
              ) : (
                <StatusMark look="failed" label={againWords(fork.again)} size="small" />
              )}
            </p>
          )}
          {samePolicy(fork.policy, {}) ? (
            <p className="text-13 text-muted">{texts.noPolicy}</p>
          ) : (
            <div className="text-13">
              <PolicySentences policy={fork.policy} />
            </div>
          )}
          {!fork.chain_intact && <StatusMark look="failed" label={texts.broken} />}
        </div>
        <div className="screen-only flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() => void saveFile(`${name}.json`, forkFile(fork, rows))}
          >
            {texts.json}
          </Button>
          <Button icon={<Printer aria-hidden size={15} />} onPress={() => void printPage(`${name}.pdf`)}>
            {texts.print}
          </Button>
        </div>
      </div>
      <ForkGrid rows={rows} columns={root.columns} nodes={fork.nodes} policy={fork.policy} onShowNode={onShowNode} />
      <ForkPrint fork={fork} rows={rows} columns={root.columns} />
    </section>
  );
}

export function summaryOf({ rows }: Compared): string {
  const { kept, decided, changed, refused, violations, allowed } = countRows(rows);
  const difference = changed === 0 ? texts.none : texts.changed(changed, refused, violations, allowed);
  return `${texts.kept(kept, decided)}${difference}`;
}

import { useId, useState } from 'react';
import { useNow } from '../../../../lib/window/use-now.ts';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { STATUS_BORDER, STATUS_SOFT, StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import type { AgentSession } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';
import type { BreakWords } from './break-words.ts';
import { chainVerdict } from './chain-words.ts';

const { chain: texts } = words;

export interface VerifiedChain {
  readonly report: ChainReport;
  readonly broken: BreakWords | null;
  /** Whether the signatures of the two receipts at a broken link were checked. */
  readonly looksAtSignatures: boolean;
  /** As it was when it was verified. */
  readonly session: AgentSession;
  readonly at: number;
}

export interface ChainResultProps {
  readonly verified: VerifiedChain;
  readonly onFullCheck: () => void;
}

/** What a verification found, low enough that the receipts stay in sight below: the verdict, its extent, and the rest on demand. */
export function ChainResult({ verified, onFullCheck }: ChainResultProps) {
  const { report, broken, looksAtSignatures, session, at } = verified;
  const { word, look, sentence } = chainVerdict(report, broken, session);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(15_000);
  const id = useId();
  const { view, set } = useAddress();
  return (
    <div data-verdict={look} className={`rounded-sm border-s-4 px-4 py-2 ${STATUS_BORDER[look]} ${STATUS_SOFT[look]}`}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap gap-x-3">
            <StatusMark look={look} label={word} />
            <span>{sentence}</span>
          </p>
          <p className="text-13 text-muted">
            {texts.scope(<AgoText value={at} now={now} />, report.nodes, report.root !== null)}{' '}
            {looksAtSignatures ? texts.someSignatures : texts.noSignatures}
          </p>
        </div>
        <div className="screen-only flex flex-wrap gap-2">
          {broken !== null && view !== 'receipts' && (
            <Button size="small" onPress={() => set({ view: undefined, node: broken.nodeId }, 'push')}>
              {texts.showMarked(broken.index + 1)}
            </Button>
          )}
          <Button size="small" onPress={onFullCheck}>
            {texts.fullCheck}
          </Button>
          <Button size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
            {isOpen ? texts.hideDetails : texts.details}
          </Button>
        </div>
      </div>
      {broken !== null && <p className="text-13">{texts.doctor(<code>touchstone doctor</code>)}</p>}
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && <ChainDetails verified={verified} />}
      </div>
    </div>
  );
}

/** What was compared where the chain breaks; the hash to keep where it does not. */
function ChainDetails({ verified: { report, broken } }: Pick<ChainResultProps, 'verified'>) {
  if (broken === null) {
    return report.head === null ? null : (
      <>
        <p className="text-13 text-muted">{texts.head}</p>
        <HashText value={report.head} label={texts.headLabel} />
      </>
    );
  }
  const { broken: place } = report;
  if (place === null) return null;
  return (
    <div className="space-y-1 text-13">
      <p>{texts.marked(<code>{broken.nodeId}</code>)}</p>
      <p className="font-medium">{texts.compared(place.index + 1)}</p>
      <dl className="grid gap-x-3 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{texts.expected}</dt>
        <dd className="font-mono break-all">{place.expected}</dd>
        <dt className="text-muted">{texts.found}</dt>
        <dd className="font-mono break-all">{place.found}</dd>
      </dl>
    </div>
  );
}

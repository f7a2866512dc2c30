import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { type Approval, leftWords } from '../../../../parts/approval/waiting.ts';
import { useIsLocked } from '../../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { words as pageWords } from '../../../../words/record/agents.ts';
import { words } from '../../../../words/record/agents-approvals.ts';
import { words as common } from '../../../../words/ui/common.ts';
import { type Decision, effectWords, ownApprovers, progressWords, STATE_WORDS } from './approval-items.ts';
import { refreshApprovals } from './queries.ts';

export interface DecideSheetProps {
  readonly approval: Approval;
  readonly agentName: string;
  readonly isWanted: boolean;
  /** Whether it still waits, and the console still has a vote. */
  readonly isPossible: boolean;
  readonly now: number;
  readonly onClose: () => void;
}

/** Shows once more what it is about, asks in whose name, and records the decision. Two verbs, so Enter is neither. */
export function DecideSheet({ approval, agentName, isWanted, isPossible, now, onClose }: DecideSheetProps) {
  const names = ownApprovers(approval);
  const [chosen, setChosen] = useState('');
  // Where there is one name only, nobody has to choose it.
  const approver = names.length === 1 ? (names[0] ?? '') : names.includes(chosen) ? chosen : '';
  const announce = useAnnounce();
  const isLocked = useIsLocked();
  const [attempt] = useState(() => crypto.randomUUID());
  const work = useWork((decision: Decision, signal) =>
    client.agents.approvals.decide(
      {
        params: { id: approval.approval_id },
        // Tried again after its answer was lost, it is the same decision and not a second one.
        headers: { 'idempotency-key': `${attempt}-${decision}-${names.indexOf(approver)}` },
        body: { decision, approver },
      },
      { signal },
    ),
  );
  const { decide: texts } = words;
  const isBusy = work.state.status === 'busy';
  // What is settled elsewhere while a person reads stays open and says so.
  const [wasPossible, setWasPossible] = useState(false);
  if (wasPossible !== (isWanted && (wasPossible || isPossible))) setWasPossible(!wasPossible);
  const isOpen = isWanted && !isLocked && (isPossible || wasPossible);
  // The button that opened the sheet goes with the decision; while the sheet stands the focus cannot leave it.
  const isDecided = useRef(false);
  useEffect(() => {
    if (!isOpen && isDecided.current) document.querySelector<HTMLElement>('main h1')?.focus();
    isDecided.current = false;
  }, [isOpen]);
  const decide = async (decision: Decision) => {
    const receipt = await work.start(decision);
    if (receipt !== null) {
      announce(texts.done(STATE_WORDS[receipt.details.state].word), 'assertive');
      isDecided.current = true;
      onClose();
    }
    // Also after a refusal: what is shown may be out of date.
    await refreshApprovals();
  };
  const verb = (decision: Decision, variant: 'primary' | 'danger', icon: React.ReactNode) => (
    <Button
      variant={variant}
      icon={icon}
      isDisabled={approver === '' || !isPossible}
      aria-disabled={isBusy}
      onPress={() => void decide(decision)}
    >
      {texts[decision]}
    </Button>
  );
  return (
    <Sheet
      title={texts.title}
      note={pageWords.cost(unitsText(1))}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          {verb('deny', 'danger', <X aria-hidden size={15} />)}
          {verb('approve', 'primary', <Check aria-hidden size={15} />)}
        </>
      }
    >
      <div className="space-y-5">
        <div>
          <blockquote className="rounded border-s-4 border-line-strong bg-sunken px-3 py-2 text-16">
            {approval.summary === '' ? words.noSummary : <FileText text={approval.summary} />}
          </blockquote>
          <p className="mt-2 text-13 text-muted">
            {texts.askedBy(<FileText text={agentName} limit={100} />, leftWords(approval.expires_at, now))}
          </p>
        </div>
        {!isPossible ? (
          <p role="status" className="text-inconclusive">
            {texts.over}
          </p>
        ) : names.length === 1 ? (
          <p>{texts.inOnlyName(<strong>{<FileText text={approver} limit={100} />}</strong>)}</p>
        ) : (
          <Names names={names} approver={approver} isDisabled={isBusy} onChange={setChosen} />
        )}
        <p>
          {progressWords(approval)} {isPossible && effectWords(approval)}
        </p>
        <p className="text-13 text-muted">
          {texts.meaning} {texts.final}
        </p>
        <WorkStatus
          state={work.state}
          busyLabel={texts.busy}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={1}
        />
      </div>
    </Sheet>
  );
}

interface NamesProps {
  readonly names: readonly string[];
  readonly approver: string;
  readonly isDisabled: boolean;
  readonly onChange: (name: string) => void;
}

/** The names in which this console may decide. */
function Names({ names, approver, isDisabled, onChange }: NamesProps) {
  return (
    <RadioGroup
      value={approver === '' ? null : approver}
      onChange={onChange}
      isDisabled={isDisabled}
      className="flex flex-col gap-1"
    >
      <Label className="text-13 font-medium">{words.decide.inName}</Label>
      <div className="max-h-64 overflow-y-auto border-y border-line">
        {names.map((name) => (
          <Radio
            key={name}
            value={name}
            className="group flex min-h-(--control) items-center gap-2 px-3 py-1 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent data-hovered:bg-sunken"
          >
            <span
              aria-hidden="true"
              className="flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface"
            >
              <span className="hidden size-2 rounded-full bg-accent group-data-selected:block forced-colors:bg-[Highlight]" />
            </span>
            <span className="min-w-0">
              <FileText text={name} />
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

import { useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { client } from '../../../../lib/client.ts';
import type { Approval } from '../../../../parts/approval/waiting.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import {
  DECISION_MEANING,
  type Decided,
  type Decision,
  EFFECT_WORDS,
  effectOf,
  ownApprovers,
  progressWords,
  STATE_WORDS,
} from './approval-items.ts';
import { refreshApprovals } from './queries.ts';

export interface Deciding {
  readonly approval: Approval;
  readonly decision: Decision;
}

export interface DecideDialogProps {
  readonly deciding: Deciding;
  readonly onClose: () => void;
  readonly onDecided: (decided: Decided) => void;
}

/** Asks in whose name, shows once more what it is about, and records the decision. */
export function DecideDialog({ deciding, onClose, onDecided }: DecideDialogProps) {
  const { approval, decision } = deciding;
  const names = ownApprovers(approval);
  const [approver, setApprover] = useState(names.length === 1 ? (names[0] ?? '') : '');
  const announce = useAnnounce();
  const [attempt] = useState(() => crypto.randomUUID());
  const work = useWork((name: string, signal) =>
    client.agents.approvals.decide(
      {
        params: { id: approval.approval_id },
        // Tried again after its answer was lost, it is the same decision and not a second one.
        headers: { 'idempotency-key': `${attempt}-${names.indexOf(name)}` },
        body: { decision, approver: name },
      },
      { signal },
    ),
  );
  const isBusy = work.state.status === 'busy';
  const verb = decision === 'approve' ? 'Approve' : 'Deny';
  const decide = async () => {
    const receipt = await work.start(approver);
    // Also after a refusal: what is shown may be out of date.
    if (receipt === null) return refreshApprovals();
    announce(`The decision is recorded: ${STATE_WORDS[receipt.details.state].word.toLowerCase()}`, 'assertive');
    onDecided({ approval, nodeId: receipt.node_id, state: receipt.details.state });
  };
  return (
    <Dialog
      title={`${verb} this request`}
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={decision === 'approve' ? 'primary' : 'danger'}
            isDisabled={approver === ''}
            aria-disabled={isBusy}
            onPress={() => void decide()}
          >
            {`${verb} in this name`}
          </Button>
        </>
      }
    >
      <blockquote className="rounded border-s-4 border-line-strong bg-sunken px-3 py-2">
        {approval.summary === '' ? 'No summary is kept.' : <FileText text={approval.summary} />}
      </blockquote>
      <p className="text-muted">{progressWords(approval)}</p>
      <RadioGroup
        value={approver === '' ? null : approver}
        onChange={setApprover}
        isDisabled={isBusy}
        className="flex flex-col gap-1"
      >
        <Label className="text-13 font-medium">In whose name</Label>
        <div className="max-h-48 overflow-y-auto rounded border border-line">
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
      <p>{EFFECT_WORDS[effectOf(approval, decision)]}</p>
      <p className="text-muted">
        {DECISION_MEANING} It cannot be taken back: a receipt is never changed. The service does not stop an agent that
        does not wait.
      </p>
      <WorkStatus
        state={work.state}
        busyLabel="Recording the decision"
        failedTitle="Nothing was decided"
        onCancel={work.cancel}
        units={1}
      />
    </Dialog>
  );
}

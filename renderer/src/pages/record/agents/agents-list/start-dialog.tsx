import { useQuery } from '@tanstack/react-query';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { agentsQuery, refreshAgents } from '../data/queries.ts';
import { DialogForm } from './dialog-form.tsx';
import { draftScope, draftTroubles, EMPTY_DRAFT } from './start-draft.ts';

const UNITS = sessions.start.units;

export interface StartDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onStarted: (sessionId: string) => void;
}

/** Starts a session by hand, to try; agents start theirs by the SDK. */
export function StartDialog({ isOpen, onClose, onStarted }: StartDialogProps) {
  const agents = useQuery({ ...agentsQuery, enabled: isOpen }).data?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const agentId = chosen ?? agents[0]?.agent_id ?? null;
  const work = useWork((body: InputOf<typeof sessions.start>['body'], signal) =>
    client.agents.sessions.start({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY_DRAFT), work.state);
  const close = () => {
    draft.fill(EMPTY_DRAFT);
    work.reset();
    onClose();
  };
  const send = async () => {
    if (agentId === null || !draft.check(draftTroubles(draft.values))) return;
    const receipt = await work.start({ agent_id: agentId, ...draftScope(draft.values) });
    if (receipt === null || receipt.session_id === null) return;
    void refreshAgents();
    close();
    onStarted(receipt.session_id);
  };
  return (
    <Dialog title="Start a session" isOpen={isOpen} onOpenChange={close}>
      {agents.length === 0 ? (
        <p>There is no agent yet. Register one first.</p>
      ) : (
        <DialogForm
          work={work}
          busyLabel="Starting the session"
          failedTitle="No session was started"
          units={UNITS}
          verb="Start"
          onSubmit={draft.submit(send)}
          onClose={close}
        >
          <Select
            label="Agent"
            options={agents.map(({ agent_id, name }) => ({ value: agent_id, label: `${name} (${agent_id})` }))}
            value={agentId ?? ''}
            onChange={setChosen}
          />
          <TextField
            label="Minutes"
            {...draft.field('duration_secs')}
            description="When they are over, the service seals the session by itself."
          />
          <TextField
            label="Allowed tools, one on each line"
            rows={3}
            isMono
            {...draft.field('scope.allowed_tools')}
            description="Empty allows every tool."
          />
          <TextField
            label="Forbidden data classes, one on each line"
            rows={2}
            isMono
            {...draft.field('scope.forbidden_data_classes')}
          />
          <TextField
            label="Jurisdiction"
            {...draft.field('scope.jurisdiction')}
            description="Empty allows any, for example EU."
          />
          <TextField
            label="Highest value of an action"
            {...draft.field('scope.max_value')}
            description="Empty does not limit it."
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { useFieldErrors } from '../../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { agentsQuery, refreshAgents } from '../data/queries.ts';
import { DialogForm } from './dialog-form.tsx';
import { draftScope, draftTroubles, EMPTY_DRAFT, type StartDraft } from './start-draft.ts';

const UNITS = sessions.start.units;
const FIELDS = ['duration_secs', 'max_value'] as const;

export interface StartDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onStarted: (sessionId: string) => void;
}

/** Starts a session by hand, to try; agents start theirs by the SDK. */
export function StartDialog({ isOpen, onClose, onStarted }: StartDialogProps) {
  const agents = useQuery({ ...agentsQuery, enabled: isOpen }).data?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [draft, setDraft] = useState<StartDraft>(EMPTY_DRAFT);
  const agentId = chosen ?? agents[0]?.agent_id ?? null;
  const work = useWork((body: InputOf<typeof sessions.start>['body'], signal) =>
    client.agents.sessions.start({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const errors = useFieldErrors(work.state, FIELDS);
  const close = () => {
    setDraft(EMPTY_DRAFT);
    work.reset();
    onClose();
  };
  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    if (agentId === null || !errors.check(draftTroubles(draft))) return;
    const receipt = await work.start({ agent_id: agentId, ...draftScope(draft) });
    if (receipt === null || receipt.session_id === null) return;
    void refreshAgents();
    close();
    onStarted(receipt.session_id);
  };
  const change = (changes: Partial<StartDraft>) => {
    setDraft({ ...draft, ...changes });
    if (changes.minutes !== undefined) errors.changed('duration_secs');
    if (changes.maxValue !== undefined) errors.changed('max_value');
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
          onSubmit={send}
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
            value={draft.minutes}
            onChange={(minutes) => change({ minutes })}
            error={errors.at('duration_secs')}
            description="When they are over, the service seals the session by itself."
          />
          <TextField
            label="Allowed tools, one on each line"
            rows={3}
            isMono
            value={draft.tools}
            onChange={(tools) => change({ tools })}
            description="Empty allows every tool."
          />
          <TextField
            label="Forbidden data classes, one on each line"
            rows={2}
            isMono
            value={draft.classes}
            onChange={(classes) => change({ classes })}
          />
          <TextField
            label="Jurisdiction"
            value={draft.jurisdiction}
            onChange={(jurisdiction) => change({ jurisdiction })}
            description="Empty allows any, for example EU."
          />
          <TextField
            label="Highest value of an action"
            value={draft.maxValue}
            onChange={(maxValue) => change({ maxValue })}
            error={errors.at('max_value')}
            description="Empty does not limit it."
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

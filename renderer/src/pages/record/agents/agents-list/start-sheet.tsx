import { useQuery } from '@tanstack/react-query';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents.ts';
import { agentsQuery, refreshAgents } from '../data/queries.ts';
import { draftScope, draftTroubles, EMPTY_DRAFT } from './start-draft.ts';

export interface StartSheetProps {
  readonly isOpen: boolean;
  /** The agent that is looked at: its session is started unless another one is chosen. */
  readonly agentId: string | undefined;
  readonly onClose: () => void;
  readonly onStarted: (sessionId: string) => void;
}

/** Starts a session by hand, to try; agents start theirs by the SDK. */
export function StartSheet({ isOpen, agentId, onClose, onStarted }: StartSheetProps) {
  const agents = useQuery({ ...agentsQuery, enabled: isOpen }).data?.items ?? [];
  const [chosen, setChosen] = useState<{ readonly on: string | undefined; readonly id: string } | null>(null);
  const work = useWork((body: InputOf<typeof sessions.start>['body'], signal) =>
    client.agents.sessions.start({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY_DRAFT), work.state);
  const { start: texts } = words;
  // What was chosen on the page of another agent is not meant here.
  const acting = (chosen?.on === agentId ? chosen?.id : agentId) ?? agents[0]?.agent_id ?? null;
  const send = async () => {
    if (acting === null || !draft.check(draftTroubles(draft.values))) return;
    const receipt = await work.start({ agent_id: acting, ...draftScope(draft.values) });
    if (receipt === null || receipt.session_id === null) return;
    draft.fill(EMPTY_DRAFT);
    void refreshAgents();
    onStarted(receipt.session_id);
  };
  return (
    <FormSheet
      texts={texts}
      note={`${texts.lead} ${words.cost(unitsText(sessions.start.units))}`}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={agents.length === 0}
      work={work}
      units={sessions.start.units}
    >
      {agents.length === 0 ? (
        <p>{texts.noAgent}</p>
      ) : (
        <Select
          label={texts.agent}
          options={agents.map(({ agent_id, name }) => ({
            value: agent_id,
            label: texts.agentOption(name, agent_id),
          }))}
          value={acting ?? ''}
          onChange={(id) => setChosen({ on: agentId, id })}
        />
      )}
      <TextField label={texts.minutes} {...draft.field('duration_secs')} description={texts.minutesHint} />
      <TextField
        label={texts.tools}
        rows={3}
        isMono
        {...draft.field('scope.allowed_tools')}
        description={texts.toolsHint}
      />
      <TextField label={texts.classes} rows={2} isMono {...draft.field('scope.forbidden_data_classes')} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 sm:items-start">
        <TextField
          label={texts.jurisdiction}
          {...draft.field('scope.jurisdiction')}
          description={texts.jurisdictionHint}
        />
        <TextField label={texts.maxValue} {...draft.field('scope.max_value')} description={texts.maxValueHint} />
      </div>
    </FormSheet>
  );
}

import { policyOfScope } from '@touchstone/core/agent/policy.ts';
import { replay } from '@touchstone/core/api/agents/replay.ts';
import { useState } from 'react';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import type { Work } from '../../../../parts/work/use-work.ts';
import { Button } from '../../../../ui/button.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { useAddress } from '../address.ts';
import type { AgentSession } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import { EMPTY_DRAFT, type Policy, readDraft } from '../policies/policy-draft.ts';
import { PolicyFields } from '../policies/policy-fields.tsx';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { ForkPoint } from './fork-point.tsx';

const { create: texts } = words;

/** What a new fork is asked. */
export interface NewFork {
  readonly forkAt: string;
  readonly policy: Policy;
}

export interface ForkSheetProps<O> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly session: AgentSession;
  readonly root: LoadedSession;
  readonly work: Pick<Work<NewFork, O>, 'state' | 'start' | 'cancel'>;
  readonly onDone: (made: O) => void;
}

/** Asks for a fork: from which receipt on, and under which policy. */
export function ForkSheet<O>({ isOpen, onClose, session, root, work, onDone }: ForkSheetProps<O>) {
  const { search } = useAddress();
  const asked = root.columns.rowOf(search.node ?? '');
  const [chosen, setChosen] = useState<number | null>(null);
  const row = chosen ?? (asked >= 0 && asked < root.count ? asked : 0);
  const draft = useDraft(useState(EMPTY_DRAFT), work.state);
  const isBusy = work.state.status === 'busy';
  const send = async () => {
    const read = readDraft(draft.values);
    if (!draft.check(read.ok ? {} : read.faults) || !read.ok) return;
    const made = await work.start({ forkAt: root.columns.idAt(row), policy: read.policy });
    if (made === null) return;
    // What was entered stays: the next fork as a rule differs in one limit.
    onDone(made);
  };
  return (
    <FormSheet
      texts={{ ...texts, send: texts.send(row + 1) }}
      note={texts.cost(unitsText(replay.fork.units))}
      size="wide"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={root.state.status === 'loading'}
      work={work}
      units={replay.fork.units}
    >
      <p className="text-muted">{texts.lead}</p>
      <ForkPoint root={root} row={row} onChange={setChosen} />
      <div className="text-13">
        <p className="font-medium">{texts.recorded}</p>
        <PolicySentences policy={policyOfScope(session.scope)} />
      </div>
      <PolicyFields draft={draft} whenEmpty={texts.whenEmpty} isReadOnly={isBusy} />
      <Button isDisabled={isBusy} onPress={() => draft.fill(EMPTY_DRAFT)}>
        {texts.clear}
      </Button>
    </FormSheet>
  );
}

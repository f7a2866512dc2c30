import { useQuery } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { IDLE, useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useAddress } from '../address.ts';
import { DEFAULT_DEPTH, DIRECTIONS, type LineageBody, readLineage } from './lineage-query.ts';
import {
  answerQuery,
  isSameQuestion,
  keepAnswer,
  type LineageDraft,
  questionAddress,
  questionOf,
  readDraft,
} from './lineage-question.ts';
import { LineageResult } from './lineage-result.tsx';

/** Asks where a receipt, a session or an agent's work came from and what it led to. */
export function LineageTab() {
  const { search, set } = useAddress();
  const { question, draftState } = useQuestion();
  const announce = useAnnounce();
  const work = useWork(async (asked: LineageBody, signal) => {
    const answer = await client.agents.lineage.query({ body: asked }, { signal });
    // Under its own question, whatever is looked at by now.
    keepAnswer(asked, answer);
    return answer;
  });
  const kept = useQuery(answerQuery(question));
  const [tried, setTried] = useState<LineageBody | null>(null);
  const isBusy = work.state.status === 'busy';
  const isTried = isSameQuestion(tried, question);
  // What became of one question says nothing about another.
  const state = isBusy || isTried ? work.state : IDLE;
  const draft = useDraft(draftState, state, { naming: 'start' });
  const ask = async () => {
    const { start, direction, depth } = draft.values;
    const read = readLineage(start, direction, depth);
    if (!draft.check(read.ok ? {} : read.faults) || !read.ok || isBusy) return;
    const { body } = read;
    setTried(body);
    if (!isSameQuestion(questionOf(readDraft(search)), body)) set(questionAddress(body), 'push');
    const answer = await work.start(body);
    if (answer !== null) announce(`${answer.nodes.length} receipts${answer.truncated ? ', and there are more' : ''}`);
  };
  return (
    <div className="space-y-(--gap)">
      <Panel
        title="Follow the links"
        aside="1 unit"
        lead="Lineage shows how receipts are linked within this project, not that one act caused the other."
      >
        <form onSubmit={draft.submit(ask)} noValidate className="space-y-3">
          <div className="grid gap-(--gap) sm:grid-cols-[2fr_1fr_1fr] sm:items-start">
            <TextField
              label="Receipt, session, agent or fork"
              isMono
              {...draft.field('start')}
              description="Its id: node_…, ags_…, agt_… or fork_…"
            />
            <Select label="Direction" options={DIRECTIONS} {...draft.field('direction')} />
            <TextField label="Edges to follow" {...draft.field('depth')} description={`Empty: ${DEFAULT_DEPTH}.`} />
          </div>
          <Button type="submit" variant="primary" aria-disabled={isBusy} icon={<Waypoints aria-hidden size={16} />}>
            Follow
          </Button>
          <WorkStatus
            state={state}
            busyLabel="Following the links"
            failedTitle="The links were not followed"
            onCancel={work.cancel}
            units={1}
          />
        </form>
      </Panel>
      {question !== null && kept.data !== undefined && (
        <LineageResult
          key={kept.dataUpdatedAt}
          question={question}
          askedAt={kept.dataUpdatedAt}
          lineage={kept.data}
          isFormChanged={!isSameQuestion(questionOf(draft.values), question)}
        />
      )}
      {question !== null && kept.data === undefined && !isTried && (
        <p className="text-muted">
          The answer to the question of this address is not kept in this window. Follow asks it again.
        </p>
      )}
    </div>
  );
}

/**
 * The question that is looked at, which is the one of the address, and the form. Elsewhere the address names
 * none: the last one stays, as everything else of a tab does.
 */
function useQuestion() {
  const { tab, search } = useAddress();
  const draftState = useState<LineageDraft>(() => readDraft(search));
  const [draft, setDraft] = draftState;
  const [question, setQuestion] = useState<LineageBody | null>(() => questionOf(draft));
  const named = tab === 'lineage' ? questionOf(readDraft(search)) : null;
  if (named !== null && !isSameQuestion(named, question)) {
    setQuestion(named);
    setDraft(readDraft(search));
  }
  return { question, draftState };
}

import { useQuery } from '@tanstack/react-query';
import { lineage } from '@touchstone/core/api/agents/lineage.ts';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { IDLE, useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents-lineage.ts';
import { useAddress } from '../address.ts';
import { DIRECTIONS, type LineageBody, readLineage } from './lineage-query.ts';
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
import { RecentStarts } from './recent-starts.tsx';

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
  const { form } = words;
  const ask = async ({ start, direction, depth }: LineageDraft) => {
    const read = readLineage(start, direction, depth);
    if (!draft.check(read.ok ? {} : read.faults) || !read.ok || isBusy) return;
    const { body } = read;
    setTried(body);
    if (!isSameQuestion(questionOf(readDraft(search)), body)) set(questionAddress(body), 'push');
    const answer = await work.start(body);
    if (answer !== null) announce(form.found(answer.nodes.length, answer.truncated));
  };
  const follow = (start: string) => {
    const values = { ...draft.values, start };
    draft.fill(values);
    void ask(values);
  };
  const isId = questionOf({ ...draft.values, depth: '' }) !== null;
  return (
    <div className="space-y-6">
      <form
        onSubmit={draft.submit(() => ask(draft.values))}
        noValidate
        aria-label={form.label}
        className="grid items-start gap-x-3 gap-y-3 min-[600px]:grid-cols-2 min-[900px]:grid-cols-[minmax(16rem,1fr)_11rem_11rem_auto]"
      >
        <TextField label={form.start} isMono {...draft.field('start')} placeholder={form.startHint} />
        <Select label={form.direction} options={DIRECTIONS} {...draft.field('direction')} />
        <TextField label={form.depth} {...draft.field('depth')} />
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isBusy}
          icon={<Waypoints aria-hidden size={16} />}
          className="min-[900px]:mt-6"
        >
          {form.send}
        </Button>
        <p className="col-span-full max-w-prose text-13 text-muted">
          {words.lead(words.cost(unitsText(lineage.query.units)))}
        </p>
      </form>
      <div className="empty:hidden">
        <WorkStatus
          state={state}
          busyLabel={form.busy}
          failedTitle={form.failed}
          onCancel={work.cancel}
          units={lineage.query.units}
        />
      </div>
      {!isId && <RecentStarts text={draft.values.start} onFollow={follow} />}
      {question !== null && kept.data !== undefined && (
        <LineageResult
          key={kept.dataUpdatedAt}
          question={question}
          askedAt={kept.dataUpdatedAt}
          lineage={kept.data}
          isFormChanged={!isSameQuestion(questionOf(draft.values), question)}
          onFollow={follow}
        />
      )}
      {question !== null && kept.data === undefined && !isTried && <p className="text-muted">{form.notKept}</p>}
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

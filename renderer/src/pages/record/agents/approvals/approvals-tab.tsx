import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNow } from '../../../../lib/window/use-now.ts';
import type { Approval } from '../../../../parts/approval/waiting.ts';
import { listFilter } from '../../../../parts/list-page/list-filter.ts';
import { PagedList } from '../../../../parts/list-page/paged-list.tsx';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-approvals.ts';
import { useAddress } from '../address.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { DemoCommand } from '../demo-command.tsx';
import {
  APPROVAL_STATES,
  approvalsCsv,
  approvalsJson,
  approvalView,
  readSort,
  STATE_WORDS,
  sortText,
} from './approval-items.ts';
import { approvalColumns } from './columns.tsx';
import { approvalsQuery, pendingQuery, refreshApprovals } from './queries.ts';

const STATE_OPTIONS = APPROVAL_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }));

/** Approvals that wait for a decision, the most urgent first, and below them those that are over. */
export function ApprovalsTab() {
  const { search, set, goToTab } = useAddress();
  const list = useApprovals();
  const nameOf = useAgentNames();
  const copy = useCopy();
  const now = useNow(1_000);
  const { q: text = '', settled: state = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => approvalView({ text, state }, sort, now, nameOf), [text, state, sort, now, nameOf]);
  const columns = useMemo(() => approvalColumns(nameOf, now), [nameOf, now]);
  const { list: texts, empty } = words;
  return (
    <PagedList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      what={texts.what}
      {...{ list, view, columns, idOf, sort }}
      onSort={(changed) => set({ sort: sortText(changed) })}
      onOpen={({ approval_id }) => goToTab('approvals', { approval: approval_id })}
      onCopy={({ approval_id }) => void copy(approval_id, words.detail.idLabel)}
      find={{ label: texts.find, text, onChange: (q) => set({ q }) }}
      filters={[
        listFilter({
          label: texts.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => set({ settled: value }),
        }),
      ]}
      exports={{ name: 'approvals', csv: approvalsCsv, json: approvalsJson }}
      note={!list.isWhole && <p className="text-13 text-muted">{texts.cut}</p>}
      hint={texts.hint}
      emptyText={texts.noMatch}
      empty={
        <EmptyState title={empty.title} icon={<ObjectSign kind="approval" />}>
          <p>{empty.text(<code>approval/request</code>, <code>approval()</code>)}</p>
          <DemoCommand />
        </EmptyState>
      }
    />
  );
}

/** All that wait, asked for again and again, and the others in pages, as one list. */
function useApprovals() {
  const pending = useQuery(pendingQuery);
  const all = useInfiniteQuery(approvalsQuery);
  useFreshWhenSettled(pending.data?.items);
  const data = useMemo(() => {
    if (pending.data === undefined || all.data === undefined) return undefined;
    const items = new Map<string, Approval>();
    for (const page of all.data.pages) for (const item of page.items) items.set(item.approval_id, item);
    for (const item of pending.data.items) items.set(item.approval_id, item);
    return { pages: [{ items: [...items.values()] }] };
  }, [pending.data, all.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = all;
  return {
    data,
    error: pending.error ?? all.error,
    isPending: pending.isPending || all.isPending,
    isWhole: pending.data?.isWhole !== false,
    refetch: refreshApprovals,
    ...{ hasNextPage, isFetchingNextPage, fetchNextPage },
  };
}

/** An approval that does not wait any more was decided elsewhere or ran out: the list of the others is asked for anew. */
function useFreshWhenSettled(pending: readonly Approval[] | undefined): void {
  const ids = pending?.map(({ approval_id }) => approval_id).join(' ');
  const [before, setBefore] = useState(ids);
  useEffect(() => {
    if (ids === before) return;
    setBefore(ids);
    if (before === undefined || ids === undefined) return;
    const waits = new Set(ids.split(' '));
    if (before.split(' ').some((id) => id !== '' && !waits.has(id))) void refreshApprovals();
  }, [ids, before]);
}

function idOf({ approval_id }: Approval): string {
  return approval_id;
}

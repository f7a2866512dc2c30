import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../../lib/window/use-now.ts';
import { useColumnChoice } from '../../../../parts/grid/use-column-choice.tsx';
import { listFilter } from '../../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../../parts/list-page/whole-list.tsx';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { words } from '../../../../words/record/agents.ts';
import { useAddress } from '../address.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { type AgentSession, agentsQuery, sessionsQuery } from '../data/queries.ts';
import { DemoCommand } from '../demo-command.tsx';
import { useCheckSessions } from './check-sessions.tsx';
import { COLUMN_CHOICE, sessionColumns } from './columns.tsx';
import { IMPORTED_MEANING } from './imported-badge.tsx';
import {
  CHECK_FILTERS,
  readSort,
  SESSION_STATES,
  STATE_WORDS,
  sessionsCsv,
  sessionsJson,
  sessionView,
  sortText,
  TROUBLE_FILTERS,
} from './session-items.ts';

const { filters: filterWords } = words.sessions;
const STATE_OPTIONS = SESSION_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }));
const TROUBLE_OPTIONS = TROUBLE_FILTERS.map((value) => ({ value, label: filterWords.troubles[value] }));
const CHECK_OPTIONS = CHECK_FILTERS.map((value) => ({ value, label: filterWords.checks[value] }));

/** The sessions of this project, with their state as it is now. */
export function SessionsTab() {
  const sessions = useQuery(sessionsQuery);
  const { data } = sessions;
  return (
    <div className="space-y-(--gap)">
      {sessions.isPending && <p className="min-h-40 text-muted">{words.sessions.loading}</p>}
      {sessions.error !== null && (
        <RequestError error={sessions.error} what={words.sessions.what} onRetry={() => void sessions.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && <NoSessions />}
      {data !== undefined && data.items.length > 0 && <SessionTable items={data.items} isWhole={data.isWhole} />}
    </div>
  );
}

/** A session needs an agent: whichever is missing first is what is offered first. */
function NoSessions() {
  const { set } = useAddress();
  const hasAgent = (useQuery(agentsQuery).data?.items.length ?? 0) > 0;
  return (
    <EmptyState
      title={words.empty.sessions}
      icon={<ObjectSign kind="session" />}
      {...(hasAgent ? {} : { onSample: () => set({ act: 'sample' }, 'push') })}
      actions={
        <Button variant="primary" onPress={() => set({ act: hasAgent ? 'start' : 'register' }, 'push')}>
          {hasAgent ? words.start.verb : words.register.verb}
        </Button>
      }
    >
      <p>{words.empty.sessionsText(<code>@touchstone/agent</code>, <code>touchstone mcp</code>)}</p>
      <DemoCommand />
    </EmptyState>
  );
}

interface SessionTableProps {
  readonly items: readonly AgentSession[];
  readonly isWhole: boolean;
}

function SessionTable({ items, isWhole }: SessionTableProps) {
  const { search, set, goToSession, goToTab } = useAddress();
  const nameOf = useAgentNames();
  const { q: text = '', state = null, trouble = null, check = null } = search;
  // Sessions run out while the list stands.
  const now = useNow(5_000);
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(
    () => sessionView({ text, state, trouble, check }, sort, now, nameOf),
    [text, state, trouble, check, sort, now, nameOf],
  );
  const columns = useMemo(() => sessionColumns(nameOf, now), [nameOf, now]);
  const { chosen, menu } = useColumnChoice(columns, COLUMN_CHOICE);
  const { button, status } = useCheckSessions(items);
  const { sessions: texts } = words;
  return (
    <>
      {status}
      <WholeList
        heading={texts.heading}
        label={texts.label}
        names={texts.names}
        {...{ items, view, columns: chosen, idOf, sort }}
        onSort={(changed) => set({ sort: sortText(changed) })}
        onOpen={({ session_id }) => goToSession(session_id)}
        verb={{ isOffered: () => true, run: ({ session_id }) => goToTab('lineage', { start: session_id }) }}
        find={{ label: texts.find, text, onChange: (q) => set({ q }) }}
        filters={[
          listFilter({
            label: filterWords.state,
            options: STATE_OPTIONS,
            value: state,
            onChange: (value) => set({ state: value }),
          }),
          listFilter({
            label: filterWords.trouble,
            options: TROUBLE_OPTIONS,
            value: trouble,
            onChange: (value) => set({ trouble: value }),
          }),
          listFilter({
            label: filterWords.check,
            options: CHECK_OPTIONS,
            value: check,
            onChange: (value) => set({ check: value }),
          }),
        ]}
        exports={{ name: 'agent-sessions', csv: sessionsCsv, json: sessionsJson }}
        acts={button}
        icons={menu}
        isFiltered={text.trim() !== '' || state !== null || trouble !== null || check !== null}
        emptyText={texts.noMatch}
      >
        {!isWhole && texts.cut}
        {texts.hint}
        {items.some(({ imported }) => imported) && ` ${IMPORTED_MEANING}`}
      </WholeList>
    </>
  );
}

function idOf({ session_id }: AgentSession): string {
  return session_id;
}

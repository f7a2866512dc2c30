import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import {
  answerWords,
  NOTICE_LOOKS,
  NOTICE_STATES,
  type NoticeColumn,
  noticesCsv,
  noticeView,
  readSort,
  sortText,
} from './notice-items.ts';
import { NoticeSheet } from './notice-sheet.tsx';
import { type Notice, noticesQuery } from './queries.ts';
import { useWebhooksSearch } from './search.ts';

const { columns: titles } = words.notices;
const COLUMNS: readonly GridColumn<Notice, NoticeColumn>[] = [
  {
    id: 'event',
    title: titles.event,
    width: 140,
    grows: 1,
    isVital: true,
    look: 'font-medium',
    cell: ({ event }) => event,
  },
  {
    id: 'state',
    title: titles.state,
    width: 120,
    grows: 0,
    isVital: true,
    cell: ({ state }) => <StatusMark size="small" {...NOTICE_LOOKS[state]} />,
  },
  {
    id: 'attempts',
    title: titles.attempts,
    width: 100,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'answer',
    title: titles.answer,
    width: 160,
    grows: 1,
    look: 'text-muted',
    cell: (item) => <FileText text={answerWords(item)} isLine />,
  },
  {
    id: 'project',
    title: titles.project,
    width: 180,
    grows: 0,
    look: 'font-mono text-12 text-muted',
    cell: ({ project_id }) => project_id,
  },
  {
    id: 'created',
    title: titles.created,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
];

const STATE_OPTIONS = NOTICE_STATES.map((value) => ({ value, label: words.states[value] }));

/** The notices; one that was given up can be sent again. */
export function Notices() {
  const notices = useQuery(noticesQuery);
  const { search, setSearch } = useWebhooksSearch();
  const { data } = notices;
  const opened = data?.items.find(({ id }) => id === search.delivery);
  const { notices: texts } = words;
  return (
    <Section title={texts.title} lead={texts.lead}>
      {notices.isPending && <p className="min-h-20 text-muted">{texts.loading}</p>}
      {notices.error !== null && (
        <RequestError error={notices.error} what={texts.what} onRetry={() => void notices.refetch()} />
      )}
      {data?.items.length === 0 && <p className="text-muted">{texts.none}</p>}
      {data !== undefined && data.items.length > 0 && (
        <div className="space-y-3">
          <NoticeTable items={data.items} isWhole={data.isWhole} />
        </div>
      )}
      {opened !== undefined && (
        <NoticeSheet key={opened.id} item={opened} onClose={() => setSearch({ delivery: undefined })} />
      )}
    </Section>
  );
}

function NoticeTable({ items, isWhole }: { readonly items: readonly Notice[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useWebhooksSearch();
  const { q: text = '', state = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => noticeView(text, state, sort), [text, state, sort]);
  const { notices: texts } = words;
  return (
    <WholeList
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ id }) => setSearch({ delivery: id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      exports={{
        name: 'notices',
        csv: noticesCsv,
        json: (notices) => `${JSON.stringify({ notices }, null, 2)}\n`,
      }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ id }: Notice): string {
  return id;
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { ObjectName } from '../../../parts/objects/object-tile.tsx';
import type { Webhook } from '../../../parts/webhooks/webhooks-query.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import { useWebhooksSearch } from './search.ts';

const { columns: titles } = words.list;
const COLUMNS = [
  { id: 'project', title: titles.project },
  { id: 'url', title: titles.url },
  { id: 'changed', title: titles.changed },
  { id: 'acts', title: titles.acts, folded: 'corner' },
] as const;

/** For whom a webhook is, in words. */
export function projectWords({ project_id }: Webhook): string {
  return project_id ?? words.list.nameAll;
}

/** The addresses that notices go to: the one for all projects first. */
export function WebhookTable({
  webhooks,
}: {
  readonly webhooks: UseQueryResult<{ readonly webhooks: readonly Webhook[] }>;
}) {
  const { setSearch } = useWebhooksSearch();
  const { data } = webhooks;
  const { list, empty } = words;
  return (
    <>
      {webhooks.isPending && <p className="min-h-40 text-muted">{list.loading}</p>}
      {webhooks.error !== null && (
        <RequestError error={webhooks.error} what={list.what} onRetry={() => void webhooks.refetch()} />
      )}
      {data?.webhooks.length === 0 && (
        <EmptyList
          kind="webhook"
          title={empty.title}
          text={empty.text}
          verb={words.set.verb}
          onMake={() => setSearch({ act: 'set' }, 'push')}
          onSample={() => setSearch({ act: 'sample' }, 'push')}
        />
      )}
      {data !== undefined && data.webhooks.length > 0 && (
        <Section title={list.title}>
          <Table caption={list.caption} columns={COLUMNS}>
            {data.webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Table>
        </Section>
      )}
    </>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { setSearch } = useWebhooksSearch();
  const [now] = useState(Date.now);
  const { list } = words;
  const name = projectWords(webhook);
  const act = (id: 'change' | 'remove') => () => setSearch({ act: id, webhook: webhook.id }, 'push');
  return (
    <Row>
      <Cell isHeader>
        <ObjectName kind="webhook">
          {webhook.project_id === null ? (
            <span>
              {list.all} <span className="font-normal text-muted">{list.allHint}</span>
            </span>
          ) : (
            <code className="text-13">{webhook.project_id}</code>
          )}
        </ObjectName>
      </Cell>
      <Cell>
        <span className="[overflow-wrap:anywhere]">
          <FileText text={webhook.url} isMono />
        </span>{' '}
        {webhook.allow_private && <Badge tone="inconclusive">{list.isPrivate}</Badge>}
      </Cell>
      <Cell noWrap>
        <AgoText value={webhook.changed_at} now={Math.max(now, Date.parse(webhook.changed_at))} />
      </Cell>
      <Cell noWrap>
        <span className="flex gap-2">
          <Button size="small" aria-label={list.changeOne(name)} onPress={act('change')}>
            {list.change}
          </Button>
          <Button size="small" variant="danger" aria-label={list.removeOne(name)} onPress={act('remove')}>
            {list.remove}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}

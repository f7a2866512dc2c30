import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AUDIT_ACTIONS } from '@touchstone/core/api/crypto/shield-schemas.ts';
import { useEffect, useMemo, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { checkInWorker } from '../../../parts/chain/chain-checker.ts';
import type { SignatureState } from '../../../parts/chain/chain-jobs.ts';
import { serviceKeysQuery } from '../../../parts/chain/service-keys.ts';
import { SignatureMark } from '../../../parts/chain/signature-mark.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { AuditEntryDialog } from './audit-entry.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditVerify } from './audit-verify.tsx';
import { chainEntry, type SecretAuditItem } from './audit-walk.ts';
import { type AuditFilter, actorWords, isFiltered, queryOf, withoutRepeats } from './audit-words.ts';
import { secretsQuery } from './queries.ts';
import { type AuditAction, useSecretsSearch } from './search.ts';

const PAGE_SIZE = 50;

const { columns: titles } = words.audit;
const COLUMNS = [
  { id: 'position', title: titles.position, align: 'end' },
  { id: 'time', title: titles.time },
  { id: 'action', title: titles.action },
  { id: 'secret', title: titles.secret },
  { id: 'actor', title: titles.actor },
  { id: 'signature', title: titles.signature },
  { id: 'entry', title: titles.entry, folded: 'corner' },
] as const;

const ACTION_OPTIONS = AUDIT_ACTIONS.map((value: AuditAction) => ({ value, label: words.audit.actions[value] }));

/** The audit of this project's secrets, newest first: filters, signatures, the walk over the chain, export. */
export function AuditView({ onOpenSecret }: { readonly onOpenSecret: (id: string) => void }) {
  const { search, setSearch } = useSecretsSearch();
  const filter: AuditFilter = { action: search.action ?? null, secretId: search.of ?? null };
  const entries = useInfiniteQuery({
    queryKey: ['secrets', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      client.crypto.shield.audit({ query: { limit: PAGE_SIZE, offset: pageParam, ...queryOf(filter) } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const read = pages.reduce((sum, { entries: some }) => sum + some.length, 0);
      return page.entries.length > 0 && read < page.total ? read : null;
    },
  });
  const items = useMemo(
    () => withoutRepeats(entries.data?.pages.flatMap((page) => page.entries) ?? []),
    [entries.data],
  );
  const total = entries.data?.pages.at(-1)?.total ?? 0;
  return (
    <div className="space-y-(--gap)">
      <AuditVerify />
      <Toolbar
        filters={[
          listFilter({
            label: words.audit.action,
            options: ACTION_OPTIONS,
            value: filter.action,
            onChange: (action) => setSearch({ action }),
            allLabel: words.audit.allActions,
          }),
        ]}
        acts={<AuditExport key={JSON.stringify(filter)} filter={filter} />}
      />
      {filter.secretId !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0">
            {words.audit.onlyOf(<code className="text-13 break-all">{filter.secretId}</code>)}
          </span>
          <Button size="small" onPress={() => setSearch({ of: undefined })}>
            {words.audit.showAll}
          </Button>
        </p>
      )}
      {entries.isPending && <p className="min-h-40 text-muted">{words.audit.loading}</p>}
      {entries.error !== null && (
        <RequestError error={entries.error} what={words.audit.what} onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && items.length === 0 && (
        <EmptyState
          title={isFiltered(filter) ? words.audit.noMatch : words.audit.empty}
          icon={<ObjectSign kind="auditEntry" />}
        >
          <p>{words.audit.emptyText}</p>
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <AuditTable items={items} onOpenSecret={onOpenSecret} />
          <p role="status" className="text-13 text-muted tabular-nums">
            {words.audit.count(items.length, total)}
          </p>
        </>
      )}
      {entries.hasNextPage && (
        <Button isDisabled={entries.isFetchingNextPage} onPress={() => void entries.fetchNextPage()}>
          {entries.isFetchingNextPage ? words.audit.loadingMore : words.audit.older}
        </Button>
      )}
    </div>
  );
}

/** The signature of each entry, by its id; checked in a worker, each once. */
function useSignatureStates(items: readonly SecretAuditItem[]): ReadonlyMap<string, SignatureState> {
  const [states, setStates] = useState<ReadonlyMap<string, SignatureState>>(new Map());
  const keys = useQuery(serviceKeysQuery).data;
  useEffect(() => {
    const open = items.filter(({ id }) => !states.has(id));
    if (keys === undefined || open.length === 0) return;
    let isWanted = true;
    checkInWorker('secrets', open.map(chainEntry), keys).then(
      (found) => {
        if (!isWanted) return;
        setStates((before) => new Map([...before, ...open.flatMap(({ id }, at) => pairOf(id, found[at]))]));
      },
      // The worker broke: the entries then stand as not checked.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [items, keys, states]);
  return states;
}

function pairOf(id: string, state: SignatureState | undefined): (readonly [string, SignatureState])[] {
  return state === undefined ? [] : [[id, state]];
}

interface AuditTableProps {
  readonly items: readonly SecretAuditItem[];
  readonly onOpenSecret: (id: string) => void;
}

function AuditTable({ items, onOpenSecret }: AuditTableProps) {
  const [opened, setOpened] = useState<SecretAuditItem | null>(null);
  const states = useSignatureStates(items);
  const known = useQuery(secretsQuery('all')).data;
  const names = useMemo(() => new Map(known?.items.map(({ id, name, version }) => [id, { name, version }])), [known]);
  return (
    <>
      <Table caption={words.audit.caption} columns={COLUMNS}>
        {items.map((entry) => {
          const secret = entry.secret_id === null ? undefined : names.get(entry.secret_id);
          return (
            <Row key={entry.id}>
              <Cell isHeader align="end" noWrap>
                {formatCount(entry.position)}
              </Cell>
              <Cell noWrap>
                <AgoText value={entry.created_at} now={Date.now()} />
              </Cell>
              <Cell>
                {words.audit.actions[entry.action]}
                {entry.result === 'failure' && (
                  <span className="block font-medium text-failed">{words.audit.entry.failure}</span>
                )}
              </Cell>
              <Cell>
                {entry.secret_id === null ? (
                  <span className="text-muted">{words.audit.chainItself}</span>
                ) : secret === undefined ? (
                  <code className="text-13 break-all">{entry.secret_id}</code>
                ) : (
                  <>
                    <FileText text={secret.name} limit={200} />{' '}
                    <span className="whitespace-nowrap text-muted">{words.audit.version(secret.version)}</span>
                  </>
                )}
              </Cell>
              <Cell noWrap>{actorWords(entry)}</Cell>
              <Cell noWrap>
                <SignatureMark state={states.get(entry.id) ?? null} />
              </Cell>
              <Cell noWrap>
                <Button
                  size="small"
                  aria-label={words.audit.openEntry(entry.position)}
                  onPress={() => setOpened(entry)}
                >
                  {words.audit.open}
                </Button>
              </Cell>
            </Row>
          );
        })}
      </Table>
      {opened !== null && (
        <AuditEntryDialog
          entry={opened}
          state={states.get(opened.id) ?? null}
          onOpenSecret={onOpenSecret}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

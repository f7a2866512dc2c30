import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { ObjectName } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/protect/gateway.ts';
import { type GatewayTarget, targetsQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';

const { columns: titles } = words;
const COLUMNS = [
  { id: 'target', title: titles.target },
  { id: 'address', title: titles.address },
  { id: 'paths', title: titles.paths },
  { id: 'methods', title: titles.methods },
  { id: 'calls', title: titles.calls, align: 'end' },
  { id: 'open', title: titles.open, folded: 'corner' },
] as const;

/** The gateway targets of this project. */
export function TargetList() {
  const targets = useQuery(targetsQuery);
  const { act } = useKeysSearch();
  const listed = targets.data?.targets ?? [];
  const { empty } = words;
  return (
    <div className="space-y-3">
      {targets.isPending && <p className="min-h-40 text-muted">{words.loading}</p>}
      {targets.error !== null && (
        <RequestError error={targets.error} what={words.what} onRetry={() => void targets.refetch()} />
      )}
      {targets.data !== undefined && listed.length === 0 && (
        <EmptyList
          kind="target"
          title={empty.title}
          text={words.lead}
          verb={words.target.verb}
          onMake={() => act('target')}
          onSample={() => act('sample-target')}
        />
      )}
      {listed.length > 0 && (
        <>
          <Table caption={words.caption} columns={COLUMNS}>
            {listed.map((target) => (
              <TargetRow key={target.target_id} target={target} />
            ))}
          </Table>
          <p className="max-w-prose text-13 text-muted">{words.lead}</p>
        </>
      )}
    </div>
  );
}

function TargetRow({ target }: { readonly target: GatewayTarget }) {
  const { setSearch } = useKeysSearch();
  return (
    <Row>
      <Cell isHeader noWrap>
        <ObjectName kind="target">{target.target_id}</ObjectName>
      </Cell>
      <Cell>
        <code className="text-13 break-all">{target.base_url}</code>{' '}
        {target.allow_private && <Badge tone="inconclusive">{words.isPrivate}</Badge>}
      </Cell>
      <Cell>
        <code className="text-13 break-all">{target.allowed_paths.join('  ')}</code>
      </Cell>
      <Cell noWrap>{target.allowed_methods.join(', ')}</Cell>
      <Cell align="end" noWrap>
        {formatCount(target.total_proxied)}
      </Cell>
      <Cell noWrap>
        <Button
          size="small"
          aria-label={words.openOne(target.target_id)}
          onPress={() => setSearch({ target: target.target_id }, 'push')}
        >
          {words.open}
        </Button>
      </Cell>
    </Row>
  );
}

import { useMemo, useState } from 'react';
import { formatCount, formatUtcCell } from '../../../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { exportActions } from '../../../../parts/list-page/export-actions.tsx';
import { orderList } from '../../../../parts/list-page/list-order.ts';
import { nextSort } from '../../../../parts/list-page/sort-codec.ts';
import { useListOrder } from '../../../../parts/list-page/use-list-order.ts';
import { MoreMenu } from '../../../../parts/page/more-menu.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { useAddress } from '../address.ts';
import { SIMULATION } from '../fork/fork-rows.ts';
import {
  EDGE_WORDS,
  type EdgeKind,
  groupEdges,
  isFork,
  type Lineage,
  type LineageBody,
  type LineageEdge,
  type LineageNode,
  lineageCsv,
  lineageView,
  nodeStatus,
  readSort,
  type SortKey,
  sortText,
} from './lineage-query.ts';
import { questionWords } from './lineage-question.ts';

/** Edges that are listed at once. */
const SOME_EDGES = 100;
/** Roots that are named one by one. */
const SOME_ROOTS = 20;

const COLUMNS: readonly GridColumn<LineageNode, SortKey>[] = [
  {
    id: 'time',
    title: 'Recorded, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ timestamp }) => formatUtcCell(timestamp),
  },
  {
    id: 'action',
    title: 'Action',
    width: 200,
    grows: 2,
    look: 'font-mono text-12',
    cell: ({ action_type }) => <FileText text={action_type} isLine limit={100} />,
  },
  {
    id: 'status',
    title: 'Status',
    width: 150,
    grows: 0,
    cell: (node) => {
      const { word, look } = nodeStatus(node);
      return look === null ? word : <StatusMark look={look} label={word} size="small" />;
    },
  },
  {
    id: 'session',
    title: 'Session',
    width: 190,
    grows: 1,
    look: 'font-mono text-12',
    cell: ({ session_id }) => session_id ?? 'registration',
  },
  { id: 'agent', title: 'Agent', width: 190, grows: 1, look: 'font-mono text-12', cell: ({ agent_id }) => agent_id },
  { id: 'id', title: 'Receipt', width: 200, grows: 1, look: 'font-mono text-12', cell: ({ node_id }) => node_id },
];

export interface LineageResultProps {
  readonly question: LineageBody;
  /** When the answer came, milliseconds since 1970: receipts are recorded all the time. */
  readonly askedAt: number;
  readonly lineage: Lineage;
  /** Whether the form above asks something else by now. */
  readonly isFormChanged: boolean;
}

/** The answer under its question: how far it reaches, its roots, its edges by kind, and all its receipts. */
export function LineageResult({ question, askedAt, lineage, isFormChanged }: LineageResultProps) {
  const { nodes, edges, roots, truncated } = lineage;
  const { search, set, goToSession } = useAddress();
  const copy = useCopy();
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => lineageView(sort), [sort]);
  const shown = useListOrder(nodes, view);
  const groups = useMemo(() => groupEdges(edges), [edges]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.node_id, node])), [nodes]);
  const forks = useMemo(() => nodes.filter(isFork).length, [nodes]);
  const receipts = nodes.length - forks;
  const sessions = useMemo(() => new Set(nodes.flatMap(({ session_id }) => session_id ?? [])).size, [nodes]);
  const open = (node: LineageNode | undefined) => {
    if (node === undefined || node.session_id === null) return;
    goToSession(node.session_id, isFork(node) ? { view: 'fork', fork: node.node_id } : { node: node.node_id });
  };
  return (
    <section aria-label="The answer" className="space-y-3">
      <div>
        <h2 className="text-16 break-words">{questionWords(question)}</h2>
        <p className="text-13 text-muted">
          Asked <TimeText value={askedAt} />
        </p>
        <p role="status" className="text-pending">
          {isFormChanged && 'The form has changed since. This is the answer to the question named here.'}
        </p>
      </div>
      <div role="status" className="space-y-1">
        <p className="font-medium">
          {`${formatCount(receipts)} ${receipts === 1 ? 'receipt' : 'receipts'} of ${formatCount(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${formatCount(edges.length)} ${edges.length === 1 ? 'link' : 'links'}.`}
        </p>
        {forks > 0 && (
          <StatusMark
            look="inconclusive"
            size="small"
            label={`${formatCount(forks)} ${forks === 1 ? 'fork' : 'forks'}: ${SIMULATION.toLowerCase()}.`}
          />
        )}
        {truncated && (
          <StatusMark
            look="inconclusive"
            size="small"
            label="Cut off: there is more than this. Follow more edges, or begin elsewhere."
          />
        )}
      </div>
      {roots.length > 0 && (
        <FactList>
          <Fact name={truncated ? 'Roots of what was followed' : 'Roots'}>
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              {roots.slice(0, SOME_ROOTS).map((id) => (
                <li key={id}>
                  <NodeLink id={id} node={byId.get(id)} onOpen={open} />
                </li>
              ))}
              {roots.length > SOME_ROOTS && (
                <li className="text-muted">{`and ${formatCount(roots.length - SOME_ROOTS)} more`}</li>
              )}
            </ul>
          </Fact>
        </FactList>
      )}
      {groups.map(([kind, some]) => (
        <Disclosure
          key={kind}
          title={`${EDGE_WORDS[kind].title}: ${formatCount(some.length)}`}
          defaultOpen={kind !== 'chain' && some.length <= SOME_EDGES}
        >
          <EdgeList kind={kind} edges={some} byId={byId} onOpen={open} />
        </Disclosure>
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <h3 className="grow text-16">{forks === 0 ? 'Receipts' : 'Receipts and forks'}</h3>
        <MoreMenu
          actions={exportActions({
            name: 'lineage',
            csv: () => lineageCsv(orderList(nodes, view)),
            json: () => `${JSON.stringify(lineage, null, 2)}\n`,
          })}
        />
      </div>
      <DataGrid
        label="Receipts of the lineage"
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => set({ sort: sortText(nextSort(sort, by)) })}
        onOpen={open}
        onCopy={({ node_id }) => void copy(node_id, 'the receipt id')}
        emptyText="No receipt is linked to it."
      />
      <p className="text-13 text-muted">
        Enter shows the current receipt in its session, of a fork the comparison, Ctrl or ⌘ and C copies its id.
        Registrations belong to no session.
      </p>
    </section>
  );
}

interface EdgeListProps {
  readonly kind: EdgeKind;
  readonly edges: readonly LineageEdge[];
  readonly byId: ReadonlyMap<string, LineageNode>;
  readonly onOpen: (node: LineageNode | undefined) => void;
}

function EdgeList({ kind, edges, byId, onOpen }: EdgeListProps) {
  const [most, setMost] = useState(SOME_EDGES);
  return (
    <div className="space-y-2 text-13">
      <p className="text-muted">{EDGE_WORDS[kind].meaning}</p>
      <ul className="divide-y divide-line">
        {edges.slice(0, most).map(({ from, to }) => (
          <li key={`${from} ${to}`} className="flex flex-wrap items-baseline gap-x-2 py-1">
            <NodeLink id={from} node={byId.get(from)} onOpen={onOpen} />
            <span aria-hidden="true">→</span>
            <span className="sr-only">leads to</span>
            <NodeLink id={to} node={byId.get(to)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {edges.length > most && (
        <Button size="small" onPress={() => setMost(most + SOME_EDGES * 5)}>
          {`Show more of ${formatCount(edges.length)}`}
        </Button>
      )}
    </div>
  );
}

interface NodeLinkProps {
  readonly id: string;
  readonly node: LineageNode | undefined;
  readonly onOpen: (node: LineageNode | undefined) => void;
}

/** A receipt by its action and id; a button where it belongs to a session that can be opened. */
function NodeLink({ id, node, onOpen }: NodeLinkProps) {
  const words = (
    <>
      {node !== undefined && <FileText text={node.action_type} isMono limit={60} />}{' '}
      <code className="text-12 text-muted">{id}</code>
    </>
  );
  if (node === undefined || node.session_id === null) return <span>{words}</span>;
  return (
    <Button size="small" variant="quiet" className="max-w-full text-start" onPress={() => onOpen(node)}>
      {words}
    </Button>
  );
}

function idOf({ node_id }: LineageNode): string {
  return node_id;
}

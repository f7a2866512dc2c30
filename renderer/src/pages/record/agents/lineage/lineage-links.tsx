import { useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { words } from '../../../../words/record/agents-lineage.ts';
import { type EdgeKind, groupEdges, type LineageEdge, type LineageNode } from './lineage-query.ts';

/** Links that are listed at once. */
const SOME_LINKS = 100;
/** Roots that are named one by one. */
const SOME_ROOTS = 20;

export interface LineageLinksProps {
  readonly edges: readonly LineageEdge[];
  readonly roots: readonly string[];
  readonly isCut: boolean;
  readonly byId: ReadonlyMap<string, LineageNode>;
  readonly onOpen: (node: LineageNode | undefined) => void;
}

/** All links of an answer by kind, after the receipts into which none leads: what the graph draws, in words. */
export function LineageLinks({ edges, roots, isCut, byId, onOpen }: LineageLinksProps) {
  const groups = useMemo(() => groupEdges(edges), [edges]);
  const { answer } = words;
  return (
    <Section title={answer.links}>
      <div className="space-y-2">
        {roots.length > 0 && (
          <Disclosure
            title={answer.group(isCut ? answer.rootsCut : answer.roots, roots.length)}
            defaultOpen={roots.length <= SOME_ROOTS}
          >
            <ul className="flex flex-wrap gap-x-3 gap-y-1 text-13">
              {roots.slice(0, SOME_ROOTS).map((id) => (
                <li key={id}>
                  <NodeLink id={id} node={byId.get(id)} onOpen={onOpen} />
                </li>
              ))}
              {roots.length > SOME_ROOTS && (
                <li className="text-muted">{answer.moreRoots(roots.length - SOME_ROOTS)}</li>
              )}
            </ul>
          </Disclosure>
        )}
        {groups.map(([kind, some]) => (
          <Disclosure
            key={kind}
            title={answer.group(words.edges[kind].title, some.length)}
            defaultOpen={kind !== 'chain' && some.length <= SOME_LINKS}
          >
            <LinkList kind={kind} edges={some} byId={byId} onOpen={onOpen} />
          </Disclosure>
        ))}
      </div>
    </Section>
  );
}

interface LinkListProps extends Pick<LineageLinksProps, 'edges' | 'byId' | 'onOpen'> {
  readonly kind: EdgeKind;
}

function LinkList({ kind, edges, byId, onOpen }: LinkListProps) {
  const [most, setMost] = useState(SOME_LINKS);
  return (
    <div className="space-y-2 text-13">
      <p className="text-muted">{words.edges[kind].meaning}</p>
      <ul className="divide-y divide-line">
        {edges.slice(0, most).map(({ from, to }) => (
          <li key={`${from} ${to}`} className="flex flex-wrap items-baseline gap-x-2 py-1">
            <NodeLink id={from} node={byId.get(from)} onOpen={onOpen} />
            <span aria-hidden="true">→</span>
            <span className="sr-only">{words.answer.leadsTo}</span>
            <NodeLink id={to} node={byId.get(to)} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {edges.length > most && (
        <Button size="small" onPress={() => setMost(most + SOME_LINKS * 5)}>
          {words.answer.showMore(edges.length)}
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
  const text = (
    <>
      {node !== undefined && <FileText text={node.action_type} isMono limit={60} />}{' '}
      <code className="text-12 text-muted">{id}</code>
    </>
  );
  if (node === undefined || node.session_id === null) return <span>{text}</span>;
  return (
    <Button size="small" variant="quiet" className="max-w-full text-start" onPress={() => onOpen(node)}>
      {text}
    </Button>
  );
}

import { useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useNarrow } from '../../../../ui/use-narrow.ts';
import { words } from '../../../../words/record/agents-lineage.ts';
import { useAddress } from '../address.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { useLayout } from '../map/use-layout.ts';
import { useLoaded } from '../map/use-loaded.ts';
import { cardOf } from './group-words.ts';
import { type LineageGroup, lineageGraph } from './lineage-graph.ts';
import type { Lineage, LineageNode } from './lineage-query.ts';

/** The code that draws. */
const loadFlow = () => import('./lineage-flow.tsx');

/** Acts of a group that are named one by one. */
const SOME_ACTS = 6;

export interface LineagePictureProps {
  readonly lineage: Lineage;
  /** The id that the question started from. */
  readonly start: string;
  readonly onOpen: (node: LineageNode) => void;
  readonly onFollow: (id: string) => void;
}

/** The answer as a graph beside the group that is looked at, or why there is none. Below it the same stands as lists. */
export function LineagePicture({ lineage, start, onOpen, onFollow }: LineagePictureProps) {
  const graph = useMemo(() => lineageGraph(lineage, start), [lineage, start]);
  const nameOf = useAgentNames();
  const cards = useMemo(() => graph.groups.map((group) => cardOf(group, nameOf)), [graph, nameOf]);
  // From left to right where there is room: what came before stands before.
  const direction = useNarrow() ? 'down' : 'across';
  const layout = useLayout({ count: graph.groups.length, edges: graph.links }, direction);
  const code = useLoaded(loadFlow);
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      graph.groups.findIndex(({ isStart }) => isStart),
    ),
  );
  const { graph: texts } = words;
  if (graph.unit === 'none') return <p className="text-muted">{texts.tooLarge}</p>;
  if (graph.groups.length === 0) return null;
  if (layout.status === 'late') return <p className="text-muted">{texts.late}</p>;
  if (layout.status === 'failed' || code === 'failed') {
    return (
      <ErrorState title={texts.failed} {...(layout.status === 'failed' ? { onRetry: layout.retry } : {})}>
        {texts.failedText}
      </ErrorState>
    );
  }
  const group = graph.groups[chosen];
  const open = (index: number) => {
    const first = graph.groups[index]?.nodes[0];
    if (first !== undefined) onOpen(first);
  };
  return (
    <Section
      title={texts.title}
      lead={
        graph.unit === 'session'
          ? texts.bySession(graph.groups.length)
          : texts.byRun(graph.groups.length, lineage.nodes.length)
      }
    >
      <div className="grid gap-5 min-[1100px]:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="h-[max(20rem,calc(100dvh-34rem))] overflow-hidden rounded border border-line bg-page">
          {layout.status === 'placed' && code !== 'loading' ? (
            <code.LineageFlow
              key={direction}
              cards={cards}
              links={graph.links}
              places={layout.places}
              direction={direction}
              current={chosen}
              onCurrent={setChosen}
              onOpen={open}
            />
          ) : (
            <div className="p-4">
              <ProgressBar label={texts.placing} />
            </div>
          )}
        </div>
        {group !== undefined && (
          <ChosenGroup group={group} nameOf={nameOf} onOpen={() => open(chosen)} onFollow={onFollow} />
        )}
      </div>
    </Section>
  );
}

interface ChosenGroupProps {
  readonly group: LineageGroup;
  readonly nameOf: (agentId: string) => string;
  readonly onOpen: () => void;
  readonly onFollow: (id: string) => void;
}

/** The group that is looked at, in words, and the ways from it. */
function ChosenGroup({ group, nameOf, onOpen, onFollow }: ChosenGroupProps) {
  const { goToSession } = useAddress();
  const { nodes, failed, pending, isSimulation } = group;
  const { graph: texts } = words;
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { session_id: sessionId } = first;
  const acts = [...new Set(nodes.map(({ action_type }) => action_type))];
  const outcome = [
    ...(failed === 0 ? [] : [texts.failures(failed)]),
    ...(pending === 0 ? [] : [texts.pending(pending)]),
  ].join(', ');
  return (
    <section aria-label={texts.chosen} aria-live="polite" className="space-y-4 text-13">
      <FactList>
        <Fact name={texts.agent}>
          <FileText text={nameOf(first.agent_id)} limit={100} />
        </Fact>
        {sessionId !== null && (
          <Fact name={texts.session}>
            <code className="text-12 break-all">{sessionId}</code>
          </Fact>
        )}
        <Fact name={texts.acts}>
          <span className="break-words">
            <FileText text={acts.slice(0, SOME_ACTS).join(', ')} isMono limit={300} />
          </span>
          {acts.length > SOME_ACTS && <span className="text-muted"> {texts.moreActs(acts.length - SOME_ACTS)}</span>}
        </Fact>
        <Fact name={texts.recorded}>
          <TimeText value={first.timestamp} />
        </Fact>
        <Fact name={texts.outcome}>{isSimulation ? words.simulation : outcome === '' ? texts.nothing : outcome}</Fact>
      </FactList>
      <div className="flex flex-wrap gap-2">
        {sessionId !== null && (
          <Button size="small" onPress={onOpen}>
            {isSimulation ? texts.openFork : texts.open}
          </Button>
        )}
        {sessionId !== null && !isSimulation && (
          <Button size="small" onPress={() => goToSession(sessionId)}>
            {texts.openSession}
          </Button>
        )}
        <Button size="small" onPress={() => onFollow(last.node_id)}>
          {texts.fromHere}
        </Button>
      </div>
    </section>
  );
}

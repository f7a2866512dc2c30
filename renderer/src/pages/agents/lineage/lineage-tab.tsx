import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { Panel } from '../../../parts/panel.tsx';
import { useFieldErrors } from '../../../parts/use-field-errors.ts';
import { useWork } from '../../../parts/use-work.ts';
import { WorkStatus } from '../../../parts/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { readId, readText, useAddress } from '../address.ts';
import { DEFAULT_DEPTH, DIRECTIONS, type Direction, type LineageBody, readLineage } from './lineage-query.ts';
import { LineageResult } from './lineage-result.tsx';

/** Asks where a receipt, a session or an agent's work came from and what it led to. */
export function LineageTab() {
  const { search, set } = useAddress();
  const [start, setStart] = useState(readId(search.start) ?? '');
  const [depth, setDepth] = useState(readText(search.depth) ?? '');
  const direction: Direction = DIRECTIONS.find(({ value }) => value === search.direction)?.value ?? 'both';
  const announce = useAnnounce();
  const work = useWork((body: LineageBody, signal) => client.agents.lineage.query({ body }, { signal }));
  const errors = useFieldErrors(work.state, ['start', 'depth'], 'start');
  const isBusy = work.state.status === 'busy';
  const ask = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readLineage(start, direction, depth);
    if (!errors.check(read.ok ? {} : read.faults) || !read.ok) return;
    set({ start: start.trim(), depth: depth.trim() === '' ? undefined : depth.trim() });
    const answer = await work.start(read.body);
    if (answer !== null) announce(`${answer.nodes.length} receipts${answer.truncated ? ', and there are more' : ''}`);
  };
  return (
    <div className="space-y-(--gap)">
      <Panel
        title="Follow the links"
        aside="1 unit"
        lead="Lineage shows how receipts are linked within this project, not that one act caused the other."
      >
        <form onSubmit={ask} noValidate className="space-y-3">
          <div className="grid gap-(--gap) sm:grid-cols-[2fr_1fr_1fr] sm:items-start">
            <TextField
              label="Receipt, session, agent or fork"
              isMono
              value={start}
              onChange={(text) => {
                setStart(text);
                errors.changed('start');
              }}
              error={errors.at('start')}
              isDisabled={isBusy}
              description="Its id: node_…, ags_…, agt_… or fork_…"
            />
            <Select
              label="Direction"
              options={DIRECTIONS}
              value={direction}
              onChange={(value) => set({ direction: value === 'both' ? undefined : value })}
              isDisabled={isBusy}
            />
            <TextField
              label="Edges to follow"
              value={depth}
              onChange={(text) => {
                setDepth(text);
                errors.changed('depth');
              }}
              error={errors.at('depth')}
              isDisabled={isBusy}
              description={`Empty: ${DEFAULT_DEPTH}.`}
            />
          </div>
          <Button type="submit" variant="primary" isDisabled={isBusy} icon={<Waypoints aria-hidden size={16} />}>
            Follow
          </Button>
          <WorkStatus
            state={work.state}
            busyLabel="Following the links"
            failedTitle="The links were not followed"
            onCancel={work.cancel}
            units={1}
          />
        </form>
      </Panel>
      {work.result !== null && <LineageResult lineage={work.result} />}
    </div>
  );
}

import { Button } from '../../../../ui/button.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import type { KeptFork } from '../data/queries.ts';
import { SIMULATION, SIMULATION_MEANING } from '../fork/fork-rows.ts';
import { countWords } from '../fork/kept-forks.tsx';
import { PolicySentences } from '../policies/policy-sentences.tsx';

export interface ChosenForkProps {
  readonly fork: KeptFork;
  readonly onOpen: (forkId: string) => void;
  readonly onShowNode: (nodeId: string) => void;
}

/** The fork that is looked at on the map, in words. */
export function ChosenFork({ fork, onOpen, onShowNode }: ChosenForkProps) {
  return (
    <section
      aria-label="The chosen fork"
      className="space-y-2 rounded border-2 border-dashed border-inconclusive bg-inconclusive-soft px-4 py-3"
    >
      <p>
        <StatusMark look="inconclusive" label={SIMULATION} />
      </p>
      <p className="max-w-prose">{SIMULATION_MEANING}</p>
      <FactList>
        <Fact name="Fork">
          <code className="text-13 break-all">{fork.fork_id}</code>
        </Fact>
        <Fact name="Decided again">{countWords(fork)}</Fact>
        <Fact name="Made">
          <TimeText value={fork.made_at} /> by <code className="break-all">{fork.made_by}</code>
        </Fact>
        <Fact name="Policy">
          <PolicySentences policy={fork.policy} />
        </Fact>
      </FactList>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onOpen(fork.fork_id)}>Compare this fork</Button>
        <Button onPress={() => onShowNode(fork.forked_from)}>Show the receipt where it begins</Button>
      </div>
    </section>
  );
}

import { Button } from '../../../../ui/button.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words as forkTexts } from '../../../../words/record/agents-session-fork.ts';
import { words } from '../../../../words/record/agents-session-map.ts';
import type { KeptFork } from '../data/queries.ts';
import { countWords, SIMULATION, SIMULATION_MEANING } from '../fork/fork-rows.ts';
import { PolicySentences } from '../policies/policy-sentences.tsx';

const { chosenFork: texts } = words;

export interface ChosenForkProps {
  readonly fork: KeptFork;
  readonly onOpen: (forkId: string) => void;
  readonly onShowNode: (nodeId: string) => void;
}

/** The fork that is looked at on the map, in words. */
export function ChosenFork({ fork, onOpen, onShowNode }: ChosenForkProps) {
  return (
    <section
      aria-label={texts.label}
      className="min-w-0 space-y-2 rounded border-2 border-dashed border-inconclusive bg-inconclusive-soft px-4 py-3"
    >
      <p>
        <StatusMark look="inconclusive" label={SIMULATION} />
      </p>
      <p className="max-w-prose">{SIMULATION_MEANING}</p>
      <FactList>
        <Fact name={texts.fork}>
          <code className="text-13 break-all">{fork.fork_id}</code>
        </Fact>
        <Fact name={texts.result}>{countWords(fork)}</Fact>
        <Fact name={texts.made}>
          {forkTexts.made(<TimeText value={fork.made_at} />, <code className="break-all">{fork.made_by}</code>)}
        </Fact>
        <Fact name={texts.policy}>
          <PolicySentences policy={fork.policy} />
        </Fact>
      </FactList>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onOpen(fork.fork_id)}>{texts.compare}</Button>
        <Button onPress={() => onShowNode(fork.forked_from)}>{texts.begin}</Button>
      </div>
    </section>
  );
}

import { CopyText } from '../../../ui/copy-text.tsx';
import { words } from '../../../words/record/agents.ts';

/** Opens the console on a set of its own, filled with agents, sessions, approvals and forks. */
const DEMO_COMMAND = 'npx touchstone demo agents';

/** On an empty list: how to see a filled one. */
export function DemoCommand() {
  return (
    <p className="mt-2">
      {words.empty.demo(<code className="text-13">{DEMO_COMMAND}</code>)}{' '}
      <CopyText value={DEMO_COMMAND} label={words.empty.demoLabel} />
    </p>
  );
}

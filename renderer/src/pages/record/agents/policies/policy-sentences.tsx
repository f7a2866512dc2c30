import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import { FileText } from '../../../../ui/file-text.tsx';
import { words } from '../../../../words/record/agents-policies.ts';
import { ruleSentences } from './policy-draft.ts';

/** What a policy says, one sentence for each rule. */
export function PolicySentences({ policy }: { readonly policy: AgentPolicy }) {
  const sentences = ruleSentences(policy);
  if (sentences.length === 0) return <p className="text-muted">{words.nothing}</p>;
  return (
    <ul className="list-disc ps-5">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <FileText text={sentence} limit={500} />
        </li>
      ))}
    </ul>
  );
}

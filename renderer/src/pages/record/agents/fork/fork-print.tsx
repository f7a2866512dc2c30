import { formatCount } from '../../../../lib/format.ts';
import { FileText } from '../../../../ui/file-text.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import type { SessionColumns } from '../data/session-columns.ts';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { forkRuleWords } from '../policies/rule-words.ts';
import { countRows, type ForkRow } from './align.ts';
import type { ForkAnswer } from './fork-answer.ts';
import { againWords, divergenceWord, SIMULATION, SIMULATION_MEANING } from './fork-rows.ts';

const { print: texts } = words;

/** More differences than anybody reads on paper; the JSON export holds all. */
const MOST_PRINTED = 2_000;

export interface ForkPrintProps {
  readonly fork: ForkAnswer;
  readonly rows: readonly ForkRow[];
  readonly columns: SessionColumns;
}

/** The fork on paper: stamped on top, the policy, and every receipt that is decided otherwise. */
export function ForkPrint({ fork, rows, columns }: ForkPrintProps) {
  const changed = rows.filter(({ kind }) => kind === 'changed');
  const counts = countRows(rows);
  return (
    <div className="fork-print hidden space-y-3 print:block">
      <p className="border-4 border-double border-text px-3 py-2 text-center text-20 font-semibold uppercase">
        {SIMULATION}
      </p>
      <p>{SIMULATION_MEANING}</p>
      <p>
        {texts.of(
          <code>{fork.session_id}</code>,
          <code>{fork.forked_from}</code>,
          <TimeText value={fork.replayed_at} />,
        )}
        {fork.again !== null && (
          <>
            {' '}
            {words.result.made(<TimeText value={fork.again.made_at} />, <code>{fork.again.made_by}</code>)}{' '}
            {againWords(fork.again)}
          </>
        )}
      </p>
      <PolicySentences policy={fork.policy} />
      <p>{texts.counts(counts.decided, counts.changed)}</p>
      <table className="w-full border-collapse text-start text-12">
        <thead>
          <tr>
            {texts.columns.map((title) => (
              <th key={title} scope="col" className="border-b border-text p-1 text-start">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changed.slice(0, MOST_PRINTED).map(({ recorded, divergence }) =>
            divergence === null ? null : (
              <tr key={divergence.node_id}>
                <td className="border-b border-line p-1">
                  {formatCount(recorded + 1)} <code>{divergence.node_id}</code>
                </td>
                <td className="border-b border-line p-1">
                  <FileText text={columns.actionAt(recorded)} limit={100} />
                </td>
                <td className="border-b border-line p-1">{divergenceWord(divergence.original)}</td>
                <td className="border-b border-line p-1">{divergenceWord(divergence.replayed)}</td>
                <td className="border-b border-line p-1">{forkRuleWords(divergence.rule, fork.policy)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {changed.length > MOST_PRINTED && <p>{texts.cut(MOST_PRINTED)}</p>}
    </div>
  );
}

import { PRODUCT } from '@touchstone/core/version.ts';
import { useState } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { usePrinting } from '../../../parts/report/use-printing.ts';
import { outcomeOf, ROW_OUTCOMES, type Row, type View } from '../../../parts/verification/batch.ts';
import { notPerformed } from '../../../parts/verification/batch-export.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import { viewOf } from '../../../parts/verification/row-order.ts';
import type { SessionState } from '../../../parts/verification/session.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/verify.ts';
import { countsWords, headlineOf } from './summary-words.ts';

const { print } = words;

/** More files than anybody reads on paper; the exports hold all. */
const MOST_PRINTED = 5_000;
/** A longer text is cut here; the exports hold it whole. */
const TEXT_LENGTH = 300;
/** Whatever the screen shows of them: paper holds every file, the worst first. */
const ALL: View = { outcomes: [], text: '', sort: 'outcome', descending: false };

type BatchPrintProps = Pick<SessionState, 'rows' | 'summary' | 'leftOut'>;

/** Many files on paper. Made only while the page is printed: a hundred thousand rows cost nothing on screen. */
export function BatchPrint(props: BatchPrintProps) {
  return usePrinting() ? <PrintedBatch {...props} /> : null;
}

/** The worst files stand first, so that none of them is left out before a better one. */
export function PrintedBatch({ rows, summary, leftOut }: BatchPrintProps) {
  const [printedAt] = useState(() => formatTime(Date.now())?.utc);
  const [printed] = useState(() => viewOf(rows, ALL).slice(0, MOST_PRINTED));
  const headline = headlineOf(summary);
  return (
    <div className="space-y-3" data-testid="printed-batch">
      <h1 className="text-20">{print.title}</h1>
      {headline !== null && (
        <p className="flex items-center gap-2 border-2 border-text px-3 py-2 text-16 font-semibold">
          <StatusIcon look={headline.look} />
          {print.headline(headline.label, headline.word)}
        </p>
      )}
      <p>
        {print.counts(countsWords(summary, leftOut))}
        {summary.exitCode !== null && <code className="ms-2 text-12">{words.batch.exitCode(summary.exitCode)}</code>}
      </p>
      <ul>
        {ROW_OUTCOMES.filter((outcome) => summary.counts[outcome] > 0).map((outcome) => (
          <li key={outcome}>{print.outcome(outcomeWord(outcome), summary.counts[outcome])}</li>
        ))}
      </ul>
      <p>{print.by(printedAt ?? '', PRODUCT.name, PRODUCT.version)}</p>
      {rows.length > printed.length && (
        <p className="font-semibold">{print.cut(printed.length, rows.length - printed.length)}</p>
      )}
      <table className="w-full table-fixed border-collapse text-start text-12">
        <thead>
          <tr>
            {print.columns.map((title, index) => (
              <th
                key={title}
                scope="col"
                className={`border-b border-text p-1 text-start ${index === 0 ? 'w-[18%]' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((row) => (
            <PrintedRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PrintedRow({ row }: { readonly row: Row }) {
  const { name, facts } = row;
  const outcome = outcomeOf(row);
  const cell = 'border-b border-line p-1 align-top break-words';
  return (
    <tr className="break-inside-avoid">
      <td className={`${cell} font-semibold`}>
        <span className="flex items-start gap-1">
          <StatusIcon look={outcomeLook(outcome)} size="small" />
          {outcomeWord(outcome)}
        </span>
      </td>
      <td className={cell}>
        <FileText text={name} limit={TEXT_LENGTH} />
      </td>
      <td className={cell}>
        <FileText text={facts?.subject ?? ''} limit={TEXT_LENGTH} />
      </td>
      <td className={cell}>
        <FileText text={facts?.sentence ?? notPerformed(row)} limit={TEXT_LENGTH} />
      </td>
    </tr>
  );
}

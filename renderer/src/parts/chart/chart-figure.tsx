import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { words } from '../../words/parts/chart.ts';
import { words as listWords } from '../../words/parts/list-page.ts';
import { downloadText } from '../download/download.ts';
import type { TextLines } from '../page/text-lines.ts';
import { TextTwin } from '../page/text-twin.tsx';

export interface ChartFigureProps {
  readonly title: string;
  /** Whether the title is shown; it is not where a heading says it already. */
  readonly isTitled: boolean;
  /** The whole in one sentence. */
  readonly summary?: string;
  /** The chart as text. */
  readonly lines: () => TextLines;
  /** Series by name, beside the title. */
  readonly legend?: ReactNode;
  /** The drawing with its axes. */
  readonly children: ReactNode;
  readonly table: {
    readonly rows: number;
    readonly content: () => ReactNode;
    /** Name of the file without its ending, and the numbers in it. */
    readonly csv?: { readonly name: string; readonly text: () => string };
  };
}

/** What stands around every chart: its name and sentence, its text, and its numbers as a table. */
export function ChartFigure({ title, isTitled, summary, lines, legend, children, table }: ChartFigureProps) {
  const { csv } = table;
  return (
    <TextTwin title={title} lines={lines}>
      {(asText) => (
        <figure className="min-w-0 break-inside-avoid">
          {isTitled ? (
            <figcaption className="mb-1 flex flex-wrap items-start gap-x-4 gap-y-1">
              <div className="min-w-0 flex-1 basis-40">
                <h2 className="text-14">{title}</h2>
                {summary !== undefined && <p className="text-13 text-muted">{summary}</p>}
              </div>
              {asText}
            </figcaption>
          ) : (
            <figcaption className="sr-only">{title}</figcaption>
          )}
          {children}
          {legend}
          {!isTitled && <div className="flex justify-end">{asText}</div>}
          <div className="screen-only mt-3">
            <Disclosure title={words.asTable(table.rows)}>
              {table.content()}
              {csv !== undefined && (
                <Button
                  size="small"
                  className="mt-3"
                  icon={<Download aria-hidden size={14} />}
                  onPress={() => void downloadText(`${csv.name}.csv`, csv.text(), 'text/csv;charset=utf-8')}
                >
                  {listWords.exportCsv}
                </Button>
              )}
            </Disclosure>
          </div>
        </figure>
      )}
    </TextTwin>
  );
}

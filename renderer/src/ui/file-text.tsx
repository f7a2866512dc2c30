import { Fragment, useMemo, useState } from 'react';
import { words } from '../words/ui/common.ts';
import { Button } from './button.tsx';
import { drawn } from './drawn.ts';
import { fileTextDrawings, isPlainLine } from './suspect-drawing.ts';

export interface FileTextProps {
  readonly text: string;
  /** Characters shown at first; the rest follows on demand. */
  readonly limit?: number;
  readonly isMono?: boolean;
  /** Keeps the text on one line, for the cells of tables. */
  readonly isLine?: boolean;
}

function lookOf(isMono: boolean, isLine: boolean): string {
  return `${isLine ? 'whitespace-pre' : 'whitespace-pre-wrap'}${isMono ? ' font-mono text-13' : ''}`;
}

/** Text that came from a file. Always text, never markup or a link, with what can deceive the eye pointed out. */
export function FileText({ text, limit = 2000, isMono = false, isLine = false }: FileTextProps) {
  // An empty element would keep its place in a folded table.
  if (text === '') return null;
  if (text.length <= limit && isPlainLine(text)) return <bdi className={lookOf(isMono, isLine)}>{text}</bdi>;
  return <InspectedText text={text} limit={limit} isMono={isMono} isLine={isLine} />;
}

function InspectedText({ text, limit, isMono, isLine }: Required<FileTextProps>) {
  const [isWhole, setWhole] = useState(false);
  const most = isWhole ? text.length : limit;
  const shown = useMemo(() => fileTextDrawings(text, most), [text, most]);
  return (
    <span className={lookOf(isMono, isLine)}>
      {shown.map((drawing) => (
        <Fragment key={drawing[0]}>{drawn(drawing)}</Fragment>
      ))}
      {text.length > most && (
        <Button size="small" className="ms-2" onPress={() => setWhole(true)}>
          {words.showAll(text.length)}
        </Button>
      )}
    </span>
  );
}

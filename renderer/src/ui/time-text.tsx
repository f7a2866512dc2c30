import { formatTime } from '../lib/format.ts';
import { FileText } from './file-text.tsx';

/**
 * An instant, once: on the screen in local time with its zone, and UTC where the pointer rests on it; on paper in UTC
 * (console.md, rule 4). A text that is no time is shown as it stands.
 */
export function TimeText({ value }: { readonly value: string | number }) {
  const time = formatTime(value);
  if (time === null) return <FileText text={String(value)} />;
  return (
    <time dateTime={time.iso} title={time.utc} className="tabular-nums">
      <span className="print:hidden">{time.local}</span>
      <span className="hidden print:inline">{time.utc}</span>
    </time>
  );
}

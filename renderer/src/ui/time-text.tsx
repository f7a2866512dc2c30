import { formatTime } from '../lib/format.ts';
import { FileText } from './file-text.tsx';

/** An instant: local time with its zone, and UTC beside it. A text that is no time is shown as it stands. */
export function TimeText({ value }: { readonly value: string | number }) {
  const time = formatTime(value);
  if (time === null) return <FileText text={String(value)} />;
  return (
    <time dateTime={time.iso} className="tabular-nums">
      {time.local} <span className="whitespace-nowrap text-muted">({time.utc})</span>
    </time>
  );
}

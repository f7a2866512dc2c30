import { formatAgo, formatTime } from '../lib/format.ts';
import { FileText } from './file-text.tsx';

/** An instant as it is far from now, with the full time where the pointer rests on it; on paper the full time in UTC. */
export function AgoText({ value, now }: { readonly value: string | number; readonly now: number }) {
  const time = formatTime(value);
  if (time === null) return <FileText text={String(value)} />;
  return (
    <time dateTime={time.iso} title={`${time.local} (${time.utc})`} className="whitespace-nowrap">
      <span className="print:hidden">{formatAgo(Date.parse(time.iso), now)}</span>
      <span className="hidden print:inline">{time.utc}</span>
    </time>
  );
}

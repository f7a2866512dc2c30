import { formatSpan } from '../../../lib/format.ts';

/** How long a file took, or many: `3.7 ms`, `420 ms`, `9.3 s`, `2 min 05 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  return formatSpan(Math.round(milliseconds / 1000));
}

/** File name for a report about a file: its own name without the JSON extensions. */
export function reportName(fileName: string, extension: string): string {
  const own = fileName.split('/').at(-1) ?? '';
  const base = own.replace(/(\.pqv|\.pqr|\.pqs|\.pqlog)?\.json$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${base === '' ? 'file' : base}.report.${extension}`;
}

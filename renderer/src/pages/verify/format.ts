/** How long a file took. */
export function durationText(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** File name for a report about a file: its own name without the JSON extensions. */
export function reportName(fileName: string, extension: string): string {
  const own = fileName.split('/').at(-1) ?? '';
  const base = own.replace(/(\.pqv|\.pqr|\.pqs|\.pqlog)?\.json$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${base === '' ? 'file' : base}.report.${extension}`;
}

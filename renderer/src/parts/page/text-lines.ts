import { inspectText } from '../../lib/text/suspect-text.ts';

/** A line of a picture's text, and what it holds in turn. */
export interface TextLine {
  /** May come from a file. */
  readonly text: string;
  readonly lines?: TextLines;
}

export type TextLines = readonly (string | TextLine)[];

/** The text as it is copied: under its title one line for each, those below another indented. */
export function plainTextOf(title: string, lines: TextLines): string {
  return `${visible(title)}\n\n${plainLines(lines, '').join('\n')}\n`;
}

function plainLines(lines: TextLines, indent: string): readonly string[] {
  return lines.flatMap((line) => {
    const { text, lines: inner = [] } = typeof line === 'string' ? { text: line } : line;
    return [`${indent}- ${visible(text)}`, ...plainLines(inner, `${indent}  `)];
  });
}

/** On one line, and with characters that are not seen or turn the reading direction by their code point: it goes into e-mails. */
function visible(text: string): string {
  return inspectText(text.replaceAll(/\s*\n\s*/g, ' '))
    .parts.map((part) => (part.kind === 'hidden' ? `[${part.codePoint}]` : part.text))
    .join('');
}

/** At most so many lines, counted through all levels, and how many were left out. */
export function firstLines(lines: TextLines, most: number): { readonly shown: TextLines; readonly left: number } {
  let room = most;
  let left = 0;
  const take = (some: TextLines): TextLines =>
    some.flatMap((line) => {
      const { text, lines: inner = [] } = typeof line === 'string' ? { text: line } : line;
      if (room === 0) left += 1;
      else room -= 1;
      const isTaken = left === 0;
      const taken = take(inner);
      return isTaken ? [{ text, lines: taken }] : [];
    });
  return { shown: take(lines), left };
}

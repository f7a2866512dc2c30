/** How text that came from a file is shown, wherever it is: never markup, with what can deceive the eye pointed out. */
import { inspectText, isDirectionControl, type TextPart } from '../lib/text/suspect-text.ts';
import { words } from '../words/ui/suspect-text.ts';
import type { Drawing } from './drawing.ts';

/** Whether a text is nothing but visible ASCII on one line: it cannot deceive the eye and needs no inspection. */
export function isPlainLine(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/**
 * Direction controls and invisible characters by their code point, words with look-alike letters marked, and beside the text
 * what was found, in words.
 *
 * @param limit characters after which it is cut off
 */
export function fileTextDrawings(text: string, limit: number): readonly Drawing[] {
  const { parts, findings } = inspectText(text.length <= limit ? text : text.slice(0, limit));
  const shown: Drawing = ['bdi', {}, ...parts.map(partDrawing), text.length > limit ? '…' : ''];
  if (findings.length === 0) return [shown];
  const look = 'ms-1.5 font-sans text-13 text-failed';
  const sign: Drawing = ['span', { 'aria-hidden': 'true' }, '⚠︎ '];
  return [shown, ['span', { class: look }, sign, words.lookClosely(findings)]];
}

function partDrawing(part: TextPart): Drawing | string {
  switch (part.kind) {
    case 'plain':
      return part.text;
    case 'hidden': {
      const look = 'mx-0.5 rounded border border-failed bg-failed-soft px-0.5 font-mono text-12 text-failed';
      const title = isDirectionControl(part.codePoint) ? words.controls[part.codePoint] : words.invisible;
      return ['mark', { title, class: look }, part.codePoint];
    }
    case 'look-alike': {
      const look = 'bg-failed-soft text-failed underline decoration-wavy underline-offset-2';
      return ['mark', { title: words.lookAlike(part.reason), class: look }, part.text];
    }
  }
}

import { useMemo, useState } from 'react';
import { inspectText } from '../lib/text/suspect-text.ts';
import { Button } from './button.tsx';

export interface FileTextProps {
  readonly text: string;
  /** Characters shown at first; the rest follows on demand. */
  readonly limit?: number;
  readonly isMono?: boolean;
  /** Keeps the text on one line, for the cells of tables. */
  readonly isLine?: boolean;
}

/** Whether a text is nothing but visible ASCII on one line: it cannot deceive the eye and needs no inspection. */
export function isPlainLine(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Of what is pointed out in a text. */
export const FILE_TEXT_LOOKS = {
  hidden: 'mx-0.5 rounded border border-failed bg-failed-soft px-0.5 font-mono text-xs text-failed',
  lookAlike: 'bg-failed-soft text-failed underline decoration-wavy underline-offset-2',
  findings: 'ms-1.5 font-sans text-[0.8125rem] text-failed',
};

function lookOf(isMono: boolean, isLine: boolean): string {
  return `${isLine ? 'whitespace-pre' : 'whitespace-pre-wrap'}${isMono ? ' font-mono text-[0.8125rem]' : ''}`;
}

/**
 * Text that came from a file. Always text, never markup or a link; direction controls and invisible characters are
 * shown by their code point, words with look-alike letters are marked, and the findings are said in words.
 */
export function FileText({ text, limit = 2000, isMono = false, isLine = false }: FileTextProps) {
  if (text.length <= limit && isPlainLine(text)) return <bdi className={lookOf(isMono, isLine)}>{text}</bdi>;
  return <InspectedText text={text} limit={limit} isMono={isMono} isLine={isLine} />;
}

/** What was found in a text, for beside it. */
export function findingsWords(findings: readonly string[]): string {
  return `Look closely: ${findings.join(' ')}`;
}

function InspectedText({ text, limit, isMono, isLine }: Required<FileTextProps>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= limit ? text : text.slice(0, limit);
  const { parts, findings } = useMemo(() => inspectText(shown), [shown]);
  return (
    <span className={lookOf(isMono, isLine)}>
      <bdi>
        {parts.map((part, index) => {
          // The parts never change their order, so the place is their identity.
          const key = `${part.kind}${index}`;
          if (part.kind === 'plain') return part.text;
          if (part.kind === 'hidden') {
            return (
              <mark key={key} title={part.name} className={FILE_TEXT_LOOKS.hidden}>
                {part.codePoint}
              </mark>
            );
          }
          return (
            <mark key={key} title={part.reason} className={FILE_TEXT_LOOKS.lookAlike}>
              {part.text}
            </mark>
          );
        })}
        {shown.length < text.length && '…'}
      </bdi>
      {findings.length > 0 && (
        <span className={FILE_TEXT_LOOKS.findings}>
          <span aria-hidden="true">⚠︎ </span>
          {findingsWords(findings)}
        </span>
      )}
      {shown.length < text.length && (
        <Button size="small" className="ms-2" onPress={() => setWhole(true)}>
          {`Show all ${text.length} characters`}
        </Button>
      )}
    </span>
  );
}

import { fromBase64 } from '@touchstone/core/bytes.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ScrollingCode } from '../../ui/scrolling-code.tsx';
import { words } from '../../words/parts/bytes.ts';

export interface LongValueProps {
  /** Public text of any length: a signature, a public key. Secrets are SecretText's. */
  readonly value: string;
  /** What it is, for example "signature of layer 1". */
  readonly label: string;
}

const HEAD = 36;
const TAIL = 12;

/** A long base64 value: its size, its two ends, the whole of it on demand, and a copy button. */
export function LongValue({ value, label }: LongValueProps) {
  const [isWhole, setWhole] = useState(false);
  const isShort = value.length <= HEAD + TAIL + 8;
  const bytes = fromBase64(value)?.length;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="text-13 text-muted">
          {label.charAt(0).toUpperCase() + label.slice(1)}
          {bytes !== undefined && <span className="tabular-nums">{words.bytes(bytes)}</span>}
        </span>
        <CopyText value={value} label={label} />
        {!isShort && (
          <Button
            size="small"
            variant="quiet"
            aria-label={isWhole ? words.shortenOne(label) : words.showAllOf(label)}
            onPress={() => setWhole(!isWhole)}
          >
            {isWhole ? words.shorten : words.showAll}
          </Button>
        )}
      </div>
      {isWhole ? (
        <ScrollingCode label={words.whole(label)} value={value} />
      ) : (
        <p className="rounded bg-sunken px-2 py-1">
          <code className="text-13 break-all">
            {isShort ? value : `${value.slice(0, HEAD)} … ${value.slice(-TAIL)}`}
          </code>
        </p>
      )}
    </div>
  );
}

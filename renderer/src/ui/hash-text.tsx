import { Equal } from 'lucide-react';
import { useId, useState } from 'react';
import { compareTexts, groupText } from '../lib/text/compare.ts';
import { words } from '../words/ui/common.ts';
import { IconButton } from './button.tsx';
import { CopyText } from './copy-text.tsx';
import { StatusMark } from './status-mark.tsx';

/** Monospace text in groups of eight. The gaps are drawn, not typed: selecting and copying gives the value alone. */
export function GroupedText({ value }: { readonly value: string }) {
  return (
    <code className="text-13 leading-6">
      {groupText(value).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
        <span key={index}>
          <span className="me-[0.6ch] whitespace-nowrap">{group}</span>
          <wbr />
        </span>
      ))}
    </code>
  );
}

/** Says whether a typed or pasted value is the expected one, or at which position it differs first. */
export function CompareResult({ expected, given }: { readonly expected: string; readonly given: string }) {
  const result = compareTexts(expected, given);
  if (result.kind === 'empty') return <span className="text-muted">{words.compare.empty}</span>;
  if (result.kind === 'equal') return <StatusMark size="small" look="verified" label={words.compare.equal} />;
  if (result.kind === 'partial') {
    const label = words.compare.partial(result.length, result.total);
    return <StatusMark size="small" look="pending" label={label} />;
  }
  return <StatusMark size="small" look="failed" label={words.compare.differs(result.position)} />;
}

export interface HashTextProps {
  readonly value: string;
  /** What the value is, for example "manifest hash". */
  readonly label: string;
}

/** A hash or key: grouped, with a copy button and a box to compare with a value from elsewhere. */
export function HashText({ value, label }: HashTextProps) {
  const [isComparing, setComparing] = useState(false);
  const [given, setGiven] = useState('');
  const id = useId();
  return (
    <span className="inline-block max-w-full">
      <GroupedText value={value} />
      <span className="inline-flex align-middle">
        <CopyText value={value} label={label} />
        <IconButton
          size="small"
          label={words.compare.button(label)}
          icon={<Equal aria-hidden size={14} />}
          aria-expanded={isComparing}
          aria-controls={id}
          onPress={() => setComparing(!isComparing)}
        />
      </span>
      <span id={id} hidden={!isComparing} className="mt-1 flex flex-wrap items-center gap-2">
        {isComparing && (
          <>
            <input
              aria-label={words.compare.field(label)}
              aria-describedby={`${id}-result`}
              className="field-frame w-full max-w-lg px-2 font-mono text-13"
              placeholder={words.compare.placeholder}
              spellCheck={false}
              autoComplete="off"
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
            <span id={`${id}-result`} role="status">
              <CompareResult expected={value} given={given} />
            </span>
          </>
        )}
      </span>
    </span>
  );
}

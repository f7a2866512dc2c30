import { ApiFailure } from '@touchstone/core/api/client.ts';
import { shield } from '@touchstone/core/api/crypto/shield.ts';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { unitsText } from '../../../lib/text/units-text.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { CLEAR_AFTER_MS } from '../../../parts/secret/secret-clipboard.ts';
import { HIDE_AFTER_MS } from '../../../parts/secret/use-reveal.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type CopyState, useStoredValue } from './use-stored-value.ts';

const UNITS = shield.reveal.units;

const COPY_WORDS: Readonly<Record<CopyState, string>> = {
  copied: `Copied. It is taken back from the clipboard after ${CLEAR_AFTER_MS / 1000} seconds.`,
  cleared: 'It was taken back from the clipboard.',
  changed: 'Something else was copied meanwhile; that was left alone.',
  kept: 'The browser does not let this page look at the clipboard, so it may still be there. Copy something else over it.',
  refused: 'The browser did not allow copying. The value was fetched and forgotten again; press the button once more.',
};

/** The value of a version: masked, copied without being shown, or shown for half a minute at most. */
export function ValuePanel({ item }: { readonly item: SecretItem }) {
  const { value, ending, copyState, work, show, copy, hide } = useStoredValue(item.id);
  const isReadable = item.status === 'active' || item.status === 'superseded';
  const isBusy = work.state.status === 'busy';
  const isGone =
    work.state.status === 'failed' && work.state.error instanceof ApiFailure && work.state.error.code === 'NOT_FOUND';
  return (
    <Panel title="Value" aside={isReadable ? `showing or copying costs ${unitsText(UNITS)}` : undefined}>
      {value === null ? (
        <p className="overflow-x-auto rounded bg-sunken px-2 py-1">
          <span className="sr-only">Masked: </span>
          <code className="text-13">{item.masked_display}</code>
        </p>
      ) : (
        <ShownValue value={value} />
      )}
      {isReadable ? (
        <>
          <div className="flex flex-wrap gap-2">
            {value === null ? (
              <Button icon={<Eye aria-hidden size={16} />} isDisabled={isBusy} onPress={show}>
                {`Show for ${HIDE_AFTER_MS / 1000} seconds`}
              </Button>
            ) : (
              <Button icon={<EyeOff aria-hidden size={16} />} onPress={hide}>
                Hide now
              </Button>
            )}
            <Button icon={<Copy aria-hidden size={16} />} isDisabled={isBusy} onPress={copy}>
              Copy without showing
            </Button>
          </div>
          <p role="status" className="text-13 text-muted empty:hidden">
            {value !== null
              ? `Shown. It hides itself after ${HIDE_AFTER_MS / 1000} seconds, and when the window is put away.`
              : ending !== null
                ? ENDING_WORDS[ending]
                : ''}
          </p>
          <p role="status" className="text-13 text-muted empty:hidden">
            {copyState === null ? '' : COPY_WORDS[copyState]}
          </p>
          <p className="text-13 text-muted">
            Each time, the value is fetched from the server, and the signed audit records it before the answer leaves.
            Whoever has read a value can keep it: only a rotation at its provider takes it back.
          </p>
          {isGone ? (
            <ErrorState title="The value cannot be read">
              This version was deleted or destroyed, or has expired, since the page was loaded.
            </ErrorState>
          ) : (
            <WorkStatus
              state={work.state}
              busyLabel="Fetching the value"
              failedTitle="The value was not fetched"
              onCancel={work.cancel}
              units={UNITS}
            />
          )}
        </>
      ) : (
        <p className="text-muted">The value of this version cannot be read.</p>
      )}
    </Panel>
  );
}

function ShownValue({ value }: { readonly value: string }) {
  const look = 'max-h-60 overflow-auto rounded bg-sunken px-2 py-1';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label="Value of the secret" tabIndex={0} className={look}>
      <code className="text-13 break-all whitespace-pre-wrap">{value}</code>
    </section>
  );
}

const ENDING_WORDS = {
  time: 'Hidden again and forgotten by this page.',
  hand: 'Hidden again and forgotten by this page.',
  lock: 'Hidden and forgotten, because the window was put away or left alone.',
} as const;

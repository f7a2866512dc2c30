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
import { Section } from '../../../ui/section.tsx';
import { words as copyWords } from '../../../words/parts/secret.ts';
import { words } from '../../../words/protect/secrets.ts';
import { type CopyState, useStoredValue } from './use-stored-value.ts';

const UNITS = shield.reveal.units;

const COPY_WORDS: Readonly<Record<CopyState, string>> = {
  copied: copyWords.copied(CLEAR_AFTER_MS / 1000),
  cleared: copyWords.cleared,
  changed: copyWords.changed,
  kept: copyWords.kept,
  refused: words.value.refused,
};

/** The value of a version: masked, copied without being shown, or shown for half a minute at most. */
export function ValueSection({ item }: { readonly item: SecretItem }) {
  const { value, ending, copyState, work, show, copy, hide } = useStoredValue(item.id);
  const isReadable = item.status === 'active' || item.status === 'superseded';
  const isBusy = work.state.status === 'busy';
  const { error } = work.state.status === 'failed' ? work.state : { error: null };
  const isGone = error instanceof ApiFailure && error.code === 'NOT_FOUND';
  const { value: texts } = words;
  const seconds = HIDE_AFTER_MS / 1000;
  const notes = [
    value !== null ? texts.hides(seconds) : ending !== null ? texts.endings[ending] : '',
    copyState === null ? '' : COPY_WORDS[copyState],
  ];
  return (
    <Section
      title={texts.title}
      aside={isReadable && <span className="text-13 text-muted">{texts.cost(unitsText(UNITS))}</span>}
    >
      <div className="flex flex-wrap items-start gap-2 rounded-md border border-line bg-sunken p-1.5 ps-3">
        <div className="flex min-h-(--control) min-w-48 flex-1 items-center">
          {value === null ? (
            <p className="min-w-0 overflow-x-auto">
              <span className="sr-only">{texts.masked}</span>
              <code>{item.masked_display}</code>
            </p>
          ) : (
            <ShownValue value={value} />
          )}
        </div>
        {isReadable && (
          <div className="flex flex-wrap gap-1.5">
            {value === null ? (
              <Button icon={<Eye aria-hidden size={15} />} isDisabled={isBusy} onPress={show}>
                {texts.show(seconds)}
              </Button>
            ) : (
              <Button icon={<EyeOff aria-hidden size={15} />} onPress={hide}>
                {texts.hide}
              </Button>
            )}
            <Button icon={<Copy aria-hidden size={15} />} isDisabled={isBusy} onPress={copy}>
              {texts.copy}
            </Button>
          </div>
        )}
      </div>
      <div className="mt-2 text-13 text-muted">
        <p>{isReadable ? texts.logged : texts.unreadable}</p>
        <div role="status">{notes.map((note) => note !== '' && <p key={note}>{note}</p>)}</div>
      </div>
      <div className="mt-2 empty:hidden">
        {isGone ? (
          <ErrorState title={texts.goneTitle}>{texts.gone}</ErrorState>
        ) : (
          <WorkStatus
            state={work.state}
            busyLabel={texts.busy}
            failedTitle={texts.failed}
            onCancel={work.cancel}
            units={UNITS}
          />
        )}
      </div>
    </Section>
  );
}

function ShownValue({ value }: { readonly value: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={words.value.shown} tabIndex={0} className="max-h-60 min-w-0 flex-1 overflow-auto rounded-sm">
      <code className="break-all whitespace-pre-wrap">{value}</code>
    </section>
  );
}

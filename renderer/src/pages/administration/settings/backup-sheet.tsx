import { useQueryClient } from '@tanstack/react-query';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { type ReactNode, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretField } from '../../../parts/secret/secret-field.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/settings.ts';
import { LEAST_LENGTH, passphraseHint, repetitionProblem } from './passphrase.ts';
import { useSettingsSearch } from './section-address.ts';
import { storageQuery } from './storage-query.ts';

type Made = OutputOf<typeof storage.backup>;

/** Large folders take a while. */
const TIMEOUT_MS = 60 * 60_000;

const EMPTY = { passphrase: '', repeated: '' } satisfies DraftOf<typeof storage.backup, 'repeated'>;

/**
 * The sheet that creates a backup under a passphrase that is typed twice, and the backup that it created last. The passphrase
 * is forgotten as soon as the file is there.
 */
export function useBackup(): { readonly made: Made | null; readonly sheet: ReactNode } {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { search, setSearch } = useSettingsSearch();
  const { backup } = words;
  const isOpen = search.act === 'backup';
  const work = useWork((text: string, signal) =>
    client.admin.storage.backup({ body: { passphrase: text } }, { signal, timeoutMs: TIMEOUT_MS }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  // The draft outlives the sheet, and the lock must find the passphrase also where its field is not drawn.
  useOnLock(() => !isOpen && draft.change(EMPTY));
  const { passphrase, repeated } = draft.values;
  const hint = passphraseHint(passphrase);
  const close = () => setSearch({ act: undefined });

  const send = async () => {
    const found = {
      passphrase: hint.kind === 'empty' ? backup.choose(LEAST_LENGTH) : hint.kind === 'refused' ? hint.sentence : '',
      repeated: passphrase === repeated ? '' : backup.different,
    };
    if (!draft.check(found)) return;
    if ((await work.start(passphrase)) === null) return;
    draft.fill(EMPTY);
    announce(backup.made);
    close();
    void queries.invalidateQueries({ queryKey: storageQuery.queryKey });
    void queries.invalidateQueries({ queryKey: ['overview'] });
  };
  const sheet = (
    <FormSheet
      texts={{ ...backup, title: backup.verb }}
      note={backup.lead}
      isOpen={isOpen}
      onClose={close}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <div className="space-y-2">
        <SecretField
          label={backup.passphrase}
          {...draft.field('passphrase')}
          onChange={(text) => draft.change({ passphrase: text }, ['repeated'])}
          hasAutoFocus
        />
        <p role="status" className="min-h-5 text-13 text-muted">
          {hint.kind === 'empty' && backup.least(LEAST_LENGTH)}
          {hint.kind === 'refused' && draft.errorAt('passphrase') === '' && hint.sentence}
          {hint.kind === 'weak' && <span className="text-inconclusive">{hint.sentence}</span>}
          {hint.kind === 'fair' && hint.sentence}
        </p>
      </div>
      <SecretField
        label={backup.repeat}
        {...draft.field('repeated')}
        error={draft.errorAt('repeated') || repetitionProblem(passphrase, repeated)}
      />
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{backup.notes[0]}</p>
      {work.state.status === 'cancelled' && <p className="text-muted">{backup.cancelled}</p>}
    </FormSheet>
  );
  return { made: work.state.status === 'done' ? work.result : null, sheet };
}

/** A backup that was just created. */
export function MadeBackup({ made: { name, path, size, sha256 } }: { readonly made: Made }) {
  const { backup } = words;
  return (
    <div className="space-y-2 rounded bg-sunken px-4 py-3">
      <StatusMark look="verified" label={backup.made} />
      <FactList>
        <Fact name={backup.file}>
          <code>{name}</code>, {formatSize(size)}
        </Fact>
        <Fact name={backup.path}>
          <code>{path}</code> <CopyText value={path} label={backup.pathLabel} />
        </Fact>
        <Fact name={backup.sha256}>
          <HashText value={sha256} label={backup.sha256Label} />
        </Fact>
      </FactList>
      <p className="text-muted">{backup.copyNow}</p>
    </div>
  );
}

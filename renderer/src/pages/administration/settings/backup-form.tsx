import { useQueryClient } from '@tanstack/react-query';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { SecretField } from '../../../parts/secret/secret-field.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { LEAST_LENGTH, passphraseHint, repetitionProblem } from './passphrase.ts';
import { storageQuery } from './storage-query.ts';

type MadeBackup = OutputOf<typeof storage.backup>;

/** Large folders take a while. */
const TIMEOUT_MS = 60 * 60_000;

const EMPTY = { passphrase: '', repeated: '' } satisfies DraftOf<typeof storage.backup, 'repeated'>;

/** Makes a backup under a passphrase that is typed twice. The passphrase is forgotten as soon as the file is there. */
export function BackupForm() {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const work = useWork((text: string, signal) =>
    client.admin.storage.backup({ body: { passphrase: text } }, { signal, timeoutMs: TIMEOUT_MS }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { passphrase, repeated } = draft.values;
  const hint = passphraseHint(passphrase);

  const make = async () => {
    const found = {
      passphrase:
        hint.kind === 'empty'
          ? `Choose a passphrase of at least ${LEAST_LENGTH} characters.`
          : hint.kind === 'refused'
            ? hint.sentence
            : '',
      repeated: passphrase === repeated ? '' : 'This is not the same as above.',
    };
    if (!draft.check(found)) return;
    const made = await work.start(passphrase);
    if (made === null) return;
    draft.fill(EMPTY);
    announce('The backup is made');
    void queries.invalidateQueries({ queryKey: storageQuery.queryKey });
    void queries.invalidateQueries({ queryKey: ['overview'] });
  };
  const isBusy = work.state.status === 'busy';
  return (
    <form
      noValidate
      aria-label="Make a backup"
      className="space-y-3 rounded border border-line px-4 py-3"
      onSubmit={draft.submit(make)}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SecretField
          label="Passphrase of the backup"
          {...draft.field('passphrase')}
          onChange={(text) => draft.change({ passphrase: text }, ['repeated'])}
        />
        <SecretField
          label="The same once more"
          {...draft.field('repeated')}
          error={draft.errorAt('repeated') || repetitionProblem(passphrase, repeated)}
        />
      </div>
      <p role="status" className="min-h-5 text-13 text-muted">
        {hint.kind === 'empty' && `At least ${LEAST_LENGTH} characters. Write it down and keep it apart from the file.`}
        {hint.kind === 'refused' && draft.errorAt('passphrase') === '' && hint.sentence}
        {hint.kind === 'weak' && <span className="text-inconclusive">{hint.sentence}</span>}
        {hint.kind === 'fair' && hint.sentence}
      </p>
      <Button variant="primary" type="submit" isDisabled={isBusy}>
        Make a backup
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Saving the data folder; the server goes on meanwhile"
        failedTitle="No backup was made"
        onCancel={work.cancel}
        units={0}
      />
      {work.state.status === 'cancelled' && (
        <p className="text-muted">The server may still finish the file; it is then in the list below.</p>
      )}
      {work.state.status === 'done' && work.result !== null && <Made made={work.result} />}
    </form>
  );
}

function Made({ made: { name, path, size, sha256 } }: { readonly made: MadeBackup }) {
  return (
    <div className="space-y-2 rounded bg-sunken px-3 py-2">
      <StatusMark look="verified" label="The backup is made" />
      <FactList>
        <Fact name="File">
          <code>{name}</code>, {formatSize(size)}
        </Fact>
        <Fact name="Path">
          <code>{path}</code> <CopyText value={path} label="path of the backup" />
        </Fact>
        <Fact name="SHA-256">
          <HashText value={sha256} label="SHA-256 of the backup" />
        </Fact>
      </FactList>
      <p className="text-muted">Copy the file to another disk now. Its SHA-256 tells whether the copy is the same.</p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { formatSize } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { BackupForm } from './backup-form.tsx';
import { CommandText } from './command-text.tsx';
import { Section } from './section.tsx';
import { storageQuery } from './storage-query.ts';

type BackupFile = OutputOf<typeof storage.read>['backups'][number];

const COLUMNS = [
  { id: 'name', title: 'File' },
  { id: 'size', title: 'Size', align: 'end' },
  { id: 'time', title: 'Made' },
  { id: 'path', title: 'Path' },
] as const;

/** Makes backups, lists them and says how they come back. */
export function Backup() {
  const storage = useQuery(storageQuery);
  const backups = storage.data?.backups ?? [];
  return (
    <Section
      id="backup"
      title="Backup"
      lead="One encrypted file with everything that the data folder holds at one moment. The server goes on meanwhile."
    >
      <div className="space-y-4">
        <ul className="max-w-prose list-disc space-y-1 ps-5">
          <li>
            The file holds the master key too: whoever has the file and its passphrase has everything. Without the
            passphrase nobody can open it, you included.
          </li>
          <li>
            Backups are kept in the data folder and are lost with its disk. Copy them to another place, and keep the
            passphrase apart from them.
          </li>
          <li>
            What is destroyed or revoked later stays in older backups until you delete those files. A restore over this
            folder keeps present revocations.
          </li>
        </ul>
        <BackupForm />
        {storage.error !== null && (
          <RequestError error={storage.error} what="The backups" onRetry={() => void storage.refetch()} />
        )}
        {storage.isSuccess && backups.length === 0 && (
          <p className="text-inconclusive">There is no backup in this data folder yet.</p>
        )}
        {backups.length > 0 && (
          <Table caption="Backups in the data folder" columns={COLUMNS}>
            {backups.map((file) => (
              <BackupRow key={file.name} file={file} />
            ))}
          </Table>
        )}
        <Disclosure title="How to restore a backup">
          <Restore file={backups[0]?.path ?? 'FILE.pqbackup'} />
        </Disclosure>
      </div>
    </Section>
  );
}

function BackupRow({ file: { name, path, size, created_at } }: { readonly file: BackupFile }) {
  return (
    <Row>
      <Cell isHeader>
        <code className="text-13">{name}</code>
      </Cell>
      <Cell align="end" noWrap>
        {formatSize(size)}
      </Cell>
      <Cell>
        <TimeText value={created_at} />
      </Cell>
      <Cell>
        <CopyText value={path} label={`path of ${name}`} withText />
      </Cell>
    </Row>
  );
}

function Restore({ file }: { readonly file: string }) {
  const quoted = /^[\w./:-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
  return (
    <div className="space-y-3">
      <p className="max-w-prose">Restore into a new, empty folder and look at it there before anything is replaced:</p>
      <CommandText label="command to restore" text={`touchstone restore --file ${quoted} --data-dir ./restored`} />
      <p className="max-w-prose">To take the place of what a folder holds, stop its server first:</p>
      <CommandText label="command to replace" text={`touchstone restore --file ${quoted} --replace`} />
      <ul className="max-w-prose list-disc space-y-1 ps-5">
        <li>The whole file is read and checked before anything changes. A changed or cut file is refused.</li>
        <li>
          In place, what was revoked since the backup stays revoked: API keys, key sets, trusted keys, suspended
          accounts. A new folder knows only what the backup holds.
        </li>
        <li>All sessions end, and each chain gets an entry "restored". Logs and ledgers get new ids.</li>
        <li>
          Units go back to what they were at the time of the backup; a restore that was not meant to be shows in the
          audit.
        </li>
      </ul>
    </div>
  );
}

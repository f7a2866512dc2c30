import { useQuery } from '@tanstack/react-query';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Archive } from 'lucide-react';
import { formatSize } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/settings.ts';
import { MadeBackup, useBackup } from './backup-sheet.tsx';
import { CommandText } from './command-text.tsx';
import { useSettingsSearch } from './section-address.ts';
import { SettingsSection } from './settings-section.tsx';
import { storageQuery } from './storage-query.ts';

type BackupFile = OutputOf<typeof storage.read>['backups'][number];

const { backup: texts } = words;
const COLUMNS = [
  { id: 'name', title: texts.columns.name },
  { id: 'size', title: texts.columns.size, align: 'end' },
  { id: 'time', title: texts.columns.time },
  { id: 'path', title: texts.columns.path },
] as const;

/** Lists the backups, creates others and says how they are restored. */
export function Backup() {
  const storage = useQuery(storageQuery);
  const { setSearch } = useSettingsSearch();
  const { made, sheet } = useBackup();
  const backups = storage.data?.backups ?? [];
  return (
    <SettingsSection id="backup" title={texts.title} lead={texts.lead}>
      <div className="space-y-5">
        {made !== null && <MadeBackup made={made} />}
        {storage.error !== null && (
          <RequestError error={storage.error} what={texts.what} onRetry={() => void storage.refetch()} />
        )}
        {storage.isSuccess && backups.length === 0 && (
          <EmptyState
            title={texts.empty}
            icon={<Archive aria-hidden size={20} />}
            actions={
              <Button variant="primary" onPress={() => setSearch({ act: 'backup' }, 'push')}>
                {texts.verb}
              </Button>
            }
          >
            <p>{texts.emptyText}</p>
          </EmptyState>
        )}
        {backups.length > 0 && (
          <Table caption={texts.caption} columns={COLUMNS}>
            {backups.map((file) => (
              <BackupRow key={file.name} file={file} />
            ))}
          </Table>
        )}
        <div>
          <h3 className="text-14">{texts.know}</h3>
          <Notes notes={texts.notes} />
        </div>
        <Disclosure title={texts.restore.title}>
          <Restore file={backups[0]?.path ?? 'FILE.pqbackup'} />
        </Disclosure>
      </div>
      {sheet}
    </SettingsSection>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <ul className="mt-1 max-w-prose list-disc space-y-1 ps-5">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
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
        <CopyText value={path} label={texts.copyPath(name)} withText />
      </Cell>
    </Row>
  );
}

function Restore({ file }: { readonly file: string }) {
  const { restore } = texts;
  const quoted = /^[\w./:-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
  return (
    <div className="space-y-3">
      <p className="max-w-prose">{restore.first}</p>
      <CommandText label={restore.firstLabel} text={`touchstone restore --file ${quoted} --data-dir ./restored`} />
      <p className="max-w-prose">{restore.replace}</p>
      <CommandText label={restore.replaceLabel} text={`touchstone restore --file ${quoted} --replace`} />
      <Notes notes={restore.notes} />
    </div>
  );
}

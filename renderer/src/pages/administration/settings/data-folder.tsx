import { useQuery } from '@tanstack/react-query';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { formatSize } from '../../../lib/format.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from './section.tsx';
import { storageQuery } from './storage-query.ts';

type MasterKey = OutputOf<typeof storage.read>['master_key'];

const KEPT: Record<MasterKey, { readonly where: string; readonly meaning: string }> = {
  'key-file': {
    where: 'In a key file in the data folder',
    meaning:
      'The key lies beside the database: whoever copies the whole folder can open every secret in it. It protects a database that is copied alone. Keep the folder on an encrypted disk, or let the desktop application keep the key in the keychain.',
  },
  passphrase: {
    where: 'Under a passphrase',
    meaning: 'The folder alone opens nothing. Without the passphrase its secrets are lost.',
  },
  keychain: {
    where: 'In the keychain of the operating system',
    meaning: 'The folder alone opens nothing; this user on this machine can open it. Only a backup moves it elsewhere.',
  },
};

/** Where the server keeps everything, how much it is, and what protects its secrets. */
export function DataFolder() {
  const storage = useQuery(storageQuery);
  const { data: shell = null } = useQuery({
    queryKey: ['shell-about'],
    queryFn: () => bridge.about(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const path = shell?.dataDir ?? storage.data?.data_dir ?? null;
  return (
    <Section
      id="data-folder"
      title="Data folder"
      lead="Everything that the server keeps lies in one folder: the database, the trust store, key files."
    >
      <div className="space-y-3">
        {storage.error !== null && (
          <RequestError error={storage.error} what="The sizes" onRetry={() => void storage.refetch()} />
        )}
        <FactList>
          <Fact name="Path">
            {path === null ? (
              <span className="text-muted">not known now</span>
            ) : (
              <>
                <code>{path}</code> <CopyText value={path} label="path of the data folder" />
              </>
            )}
          </Fact>
          {storage.data !== undefined && (
            <>
              <Fact name="Database">{formatSize(storage.data.database_bytes)}</Fact>
              <Fact name="Large documents in it">{formatSize(storage.data.documents_bytes)}</Fact>
              <Fact name="Free on this disk">{formatSize(storage.data.free_bytes)}</Fact>
              <Fact name="Master key">
                {KEPT[storage.data.master_key].where}
                <span
                  className={`block max-w-prose text-13 ${storage.data.master_key === 'key-file' ? 'text-inconclusive' : 'text-muted'}`}
                >
                  {KEPT[storage.data.master_key].meaning}
                </span>
              </Fact>
            </>
          )}
        </FactList>
        <p className="max-w-prose text-muted">
          <code>touchstone doctor</code> checks the folder and says what is wrong.{' '}
          {bridge.mode === 'desktop' ? 'The window' : 'This browser'} keeps appearance and a copy of the trust store, so
          that verification works with the server stopped.
        </p>
        <Disclosure title="How the folder is chosen">
          <FactList>
            <Fact name="Chosen with">
              <code>--data-dir</code>, else the variable <code>TOUCHSTONE_DATA_DIR</code>
            </Fact>
            <Fact name="Linux">
              <code>$XDG_DATA_HOME/touchstone</code>, else <code>~/.local/share/touchstone</code>
            </Fact>
            <Fact name="Windows">
              <code>%LOCALAPPDATA%\touchstone</code>
            </Fact>
            <Fact name="macOS">
              <code>~/Library/Application Support/touchstone</code>
            </Fact>
          </FactList>
        </Disclosure>
      </div>
    </Section>
  );
}

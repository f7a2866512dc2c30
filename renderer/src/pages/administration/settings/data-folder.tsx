import { useQuery } from '@tanstack/react-query';
import { formatSize } from '../../../lib/format.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { words } from '../../../words/administration/settings.ts';
import { SettingsSection } from './settings-section.tsx';
import { storageQuery } from './storage-query.ts';

/** Where the server keeps everything, how much it is, and what protects its secrets. */
export function DataFolder() {
  const storage = useQuery(storageQuery);
  const { data: shell = null } = useQuery({
    queryKey: ['shell-about'],
    queryFn: () => bridge.about(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const path = shell?.dataDir ?? storage.data?.data_dir ?? null;
  const { folder } = words;
  return (
    <SettingsSection id="data-folder" title={folder.title} lead={folder.lead}>
      <div className="space-y-4">
        {storage.error !== null && (
          <RequestError error={storage.error} what={folder.what} onRetry={() => void storage.refetch()} />
        )}
        <FactList>
          <Fact name={folder.path}>
            {path === null ? (
              <span className="text-muted">{folder.unknown}</span>
            ) : (
              <>
                <code>{path}</code> <CopyText value={path} label={folder.pathLabel} />
              </>
            )}
          </Fact>
          {storage.data !== undefined && (
            <>
              <Fact name={folder.database}>{formatSize(storage.data.database_bytes)}</Fact>
              <Fact name={folder.documents}>{formatSize(storage.data.documents_bytes)}</Fact>
              <Fact name={folder.free}>{formatSize(storage.data.free_bytes)}</Fact>
              <Fact name={folder.masterKey}>
                {folder.kept[storage.data.master_key].where}
                <span
                  className={`block max-w-prose text-13 ${storage.data.master_key === 'key-file' ? 'text-inconclusive' : 'text-muted'}`}
                >
                  {folder.kept[storage.data.master_key].meaning}
                </span>
              </Fact>
            </>
          )}
        </FactList>
        <p className="max-w-prose text-muted">
          {folder.doctor(
            <code>touchstone doctor</code>,
            bridge.mode === 'desktop' ? folder.keeperDesktop : folder.keeperBrowser,
          )}
        </p>
        <Disclosure title={folder.choice}>
          <FactList>
            <Fact name={folder.chosenWith}>
              {folder.otherwise(<code>--data-dir</code>, folder.variable(<code>TOUCHSTONE_DATA_DIR</code>))}
            </Fact>
            <Fact name={folder.systems.linux}>
              {folder.otherwise(<code>$XDG_DATA_HOME/touchstone</code>, <code>~/.local/share/touchstone</code>)}
            </Fact>
            <Fact name={folder.systems.windows}>
              <code>%LOCALAPPDATA%\touchstone</code>
            </Fact>
            <Fact name={folder.systems.mac}>
              <code>~/Library/Application Support/touchstone</code>
            </Fact>
          </FactList>
        </Disclosure>
      </div>
    </SettingsSection>
  );
}

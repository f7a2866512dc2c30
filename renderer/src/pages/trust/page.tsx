import { useNavigate, useSearch } from '@tanstack/react-router';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { Download, Import } from 'lucide-react';
import { downloadText } from '../../lib/download.ts';
import { useTrustStore } from '../../lib/trust.ts';
import { KeySetImportDialog } from '../../parts/key-set-import.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TrustHistory } from './history.tsx';
import { PinnedSet } from './pinned-set.tsx';
import { Revocations } from './revocations.tsx';
import { useStoreImport } from './store-import.tsx';
import { SyncNotice } from './sync-notice.tsx';

/** Trust: which key sets this machine believes, who compared them, and which keys are revoked. */
export function TrustPage() {
  const trust = useTrustStore();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setImporting = (isOpen: boolean) =>
    void navigate({ to: '/trust', search: isOpen ? { import: true } : {}, replace: true });
  const { key_sets: keySets, revocations } = trust.store;
  const storeImport = useStoreImport(trust);

  return (
    <>
      <PageHeading
        title="Trust"
        lead="Signatures count only under key sets that someone compared and pinned here. Nothing is trusted out of the box."
      >
        <Button
          icon={<Download aria-hidden size={16} />}
          isDisabled={keySets.length === 0 && revocations.length === 0}
          onPress={() => downloadText('trust-store.json', `${JSON.stringify(trust.store, null, 2)}\n`)}
        >
          Export
        </Button>
        {storeImport.trigger}
        <Button variant="primary" icon={<Import aria-hidden size={16} />} onPress={() => setImporting(true)}>
          Import a key set
        </Button>
      </PageHeading>
      <div className="space-y-(--gap)">
        <SyncNotice trust={trust} />
        {storeImport.view}
        <Tabs
          label="Trust store"
          tabs={[
            {
              id: 'sets',
              title: `Key sets (${keySets.length})`,
              content:
                keySets.length === 0 ? (
                  <EmptyState
                    title="No key set is trusted yet"
                    actions={<Button onPress={() => setImporting(true)}>Import a key set</Button>}
                  >
                    A signed file shows as pending with the reason "signer not trusted" until you import the key set of
                    its issuer: a .pqkeys.json file, whose fingerprint you compare with one from another source.
                  </EmptyState>
                ) : (
                  <ul className="space-y-(--gap)">
                    {keySets.map((pinned) => (
                      <li key={pinned.key_set.fingerprint}>
                        <PinnedSet pinned={pinned} trust={trust} />
                      </li>
                    ))}
                  </ul>
                ),
            },
            {
              id: 'revocations',
              title: `Revoked keys (${revocations.length})`,
              content: (
                <Revocations
                  revocations={revocations}
                  keySetOf={(thumbprint) =>
                    keySets.find(({ key_set }) => key_set.keys.some((key) => keyThumbprint(key) === thumbprint))
                      ?.key_set
                  }
                />
              ),
            },
            { id: 'history', title: 'History', content: <TrustHistory store={trust.store} /> },
          ]}
        />
      </div>
      <KeySetImportDialog isOpen={search.import === true} onOpenChange={setImporting} />
    </>
  );
}

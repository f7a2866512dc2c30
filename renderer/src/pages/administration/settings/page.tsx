import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/administration/settings.ts';
import { About } from './about.tsx';
import { Appearance, Keyboard } from './appearance.tsx';
import { Backends } from './backends.tsx';
import { Backup } from './backup.tsx';
import { DataFolder } from './data-folder.tsx';
import { Desktop, Update } from './desktop.tsx';
import { type SectionName, sectionOf, useLinkedSection, useSettingsSearch } from './section-address.ts';
import { SectionIndex } from './section-index.tsx';
import { ServerSettings } from './server-settings.tsx';
import { useSettingsFacts } from './settings-facts.tsx';
import { Sharing } from './sharing.tsx';

const CONTENTS: Readonly<Record<SectionName, () => ReactNode>> = {
  appearance: Appearance,
  shortcuts: Keyboard,
  server: ServerSettings,
  'data-folder': DataFolder,
  backup: Backup,
  sharing: Programs,
  update: Update,
  about: About,
  backends: Backends,
};

/** Settings: this console, its server, the data folder with its backups, and what all of it is made of. */
export function SettingsPage() {
  const { search, setSearch } = useSettingsSearch();
  const facts = useSettingsFacts();
  useLinkedSection();
  const shown = sectionOf(search.section);
  const Contents = CONTENTS[shown];
  return (
    <Page
      title={words.title}
      facts={facts}
      action={
        <Button
          variant="primary"
          icon={<Archive aria-hidden size={16} />}
          onPress={() => setSearch({ section: 'backup', act: 'backup' }, 'push')}
        >
          {words.backup.verb}
        </Button>
      }
    >
      <div className="grid gap-x-10 gap-y-6 border-t border-line pt-5 min-[1000px]:grid-cols-[11rem_minmax(0,1fr)] max-[999px]:border-t-0 max-[999px]:pt-0">
        <SectionIndex shown={shown} />
        <div className="max-w-[60rem] min-w-0 space-y-8">
          <Contents />
        </div>
      </div>
    </Page>
  );
}

function Programs() {
  return (
    <>
      <Sharing />
      {bridge.mode === 'desktop' && <Desktop />}
    </>
  );
}

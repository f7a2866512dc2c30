import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { settings } from '@touchstone/core/api/admin/settings.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/settings.ts';
import { useSettingsSearch } from './section-address.ts';
import {
  boundsText,
  draftOf,
  NUMBER_KEYS,
  type SettingsValues,
  SWITCH_KEYS,
  sameMembers,
  settingsFrom,
  valueText,
} from './server-settings-draft.ts';
import { SettingsSection } from './settings-section.tsx';

const QUERY_KEY = ['settings', 'server'] as const;

/** The settings of the server: in force at once; the last change can be undone. */
export function ServerSettings() {
  const { server } = words;
  const values = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
  });
  if (values.data !== undefined) return <SettingsInForce values={values.data} />;
  return (
    <SettingsSection id="server" title={server.title} lead={server.lead}>
      {values.isPending && <p className="min-h-40 text-muted">{server.loading}</p>}
      {values.error !== null && (
        <RequestError error={values.error} what={server.what} onRetry={() => void values.refetch()} />
      )}
    </SettingsSection>
  );
}

/** What was in force before the last change in this window; undoing writes it back. */
let before: Partial<SettingsValues> | null = null;

function SettingsInForce({ values }: { readonly values: SettingsValues }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { search, setSearch } = useSettingsSearch();
  const { server } = words;
  const work = useWork(
    (body: Partial<SettingsValues>, signal): Promise<OutputOf<typeof settings.update>> =>
      client.admin.settings.update({ body }, { signal }),
  );
  const save = async (body: Partial<SettingsValues>, undoes: Partial<SettingsValues> | null) => {
    const saved = await work.start(body);
    if (saved === null) return;
    before = undoes;
    announce(undoes === null ? server.undone : server.saved);
    queries.setQueryData(QUERY_KEY, saved);
    setSearch({ act: undefined });
  };
  const undone = before;
  return (
    <SettingsSection
      id="server"
      title={server.title}
      lead={server.lead}
      aside={
        <div className="flex flex-wrap gap-2">
          {undone !== null && <Button onPress={() => void save(undone, null)}>{server.undo}</Button>}
          <Button onPress={() => setSearch({ act: 'server' }, 'push')}>{server.change}</Button>
        </div>
      }
    >
      <dl className="divide-y divide-line border-y border-line">
        {[...SWITCH_KEYS, ...NUMBER_KEYS].map((key) => (
          <div key={key} className="flex flex-wrap gap-x-8 gap-y-1 py-(--cell)">
            <dt className="min-w-0 flex-1 basis-80">
              <span className="font-medium">{server.labels[key]}</span>
              <span className="block max-w-prose text-13 text-muted">{server.meanings[key]}</span>
            </dt>
            <dd className="w-40 font-medium">{valueText(key, values)}</dd>
          </div>
        ))}
      </dl>
      <SettingsSheet
        key={JSON.stringify(values)}
        values={values}
        isOpen={search.act === 'server'}
        onClose={() => setSearch({ act: undefined })}
        work={work}
        onSave={(changes) => void save(changes, sameMembers(values, changes))}
      />
    </SettingsSection>
  );
}

const BOUNDS = Object.fromEntries(NUMBER_KEYS.map((key) => [key, boundsText(key)]));

interface SettingsSheetProps {
  readonly values: SettingsValues;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly work: Pick<ReturnType<typeof useWork>, 'state' | 'cancel'>;
  readonly onSave: (changes: Partial<SettingsValues>) => void;
}

function SettingsSheet({ values, isOpen, onClose, work, onSave }: SettingsSheetProps) {
  const { server } = words;
  const draft = useDraft(
    useState(() => draftOf(values)),
    work.state,
    { refusals: BOUNDS },
  );
  const { changes, problems } = settingsFrom(draft.values, values);
  const isChanged = Object.keys(changes).length > 0;
  return (
    <FormSheet
      texts={{ ...server, title: server.sheet, send: server.save }}
      note={server.lead}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(() => {
        if (draft.check(problems) && Object.keys(problems).length === 0) onSave(changes);
      })}
      isDisabled={!isChanged && Object.keys(problems).length === 0}
      work={work}
      units={0}
    >
      {SWITCH_KEYS.map((key) => (
        <CheckRow
          key={key}
          isSelected={draft.values[key]}
          onChange={(isOn) => draft.change({ [key]: isOn })}
          label={server.labels[key]}
          description={server.meanings[key]}
        />
      ))}
      {NUMBER_KEYS.map((key) => (
        <TextField
          key={key}
          label={server.labels[key]}
          {...draft.field(key)}
          error={problems[key] ?? draft.errorAt(key)}
          description={server.meanings[key]}
        />
      ))}
    </FormSheet>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { settings } from '@touchstone/core/api/admin/settings.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { SETTINGS, type SettingKey } from '@touchstone/core/api/settings.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { lengthWords } from '../../../lib/text/length-words.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Section } from './section.tsx';
import {
  boundsText,
  draftOf,
  NUMBER_KEYS,
  type NumberKey,
  type SettingsValues,
  SWITCH_KEYS,
  sameMembers,
  settingsFrom,
} from './server-settings-draft.ts';

const QUERY_KEY = ['settings', 'server'] as const;

/** The settings of the server: in force at once; the last change can be undone. */
export function ServerSettings() {
  const values = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
  });
  return (
    <Section
      id="server"
      title="Server"
      lead="Kept in the data folder, for everybody who uses this server. In force at once; the audit keeps every change."
    >
      {values.isPending && <p className="min-h-40 text-muted">Loading the settings</p>}
      {values.error !== null && (
        <RequestError error={values.error} what="The settings" onRetry={() => void values.refetch()} />
      )}
      {values.data !== undefined && <SettingsForm key={JSON.stringify(values.data)} values={values.data} />}
    </Section>
  );
}

interface Words {
  readonly label: string;
  /** What the row of the setting does not say. */
  readonly more: string;
}

const WORDS: Readonly<Record<SettingKey, Words>> = {
  anonymous_keys: {
    label: 'Anonymous API keys',
    more: ' Each request opens an account of its own on the free plan. Switched off, only you open accounts and issue keys; keys that exist keep working.',
  },
  api_key_grace_seconds: { label: 'Grace period of rotated API keys', more: '' },
  managed_key_grace_seconds: { label: 'Grace period of rotated managed keys', more: '' },
  secret_challenge_seconds: { label: 'Time to answer a secret challenge', more: '' },
  console_session_seconds: {
    label: 'Length of a console session',
    more: ' Sessions that are open keep their length.',
  },
  ledger_block_seconds: { label: 'Time between blocks of the ledger', more: '' },
  health_session_seconds: { label: 'Length of a health session', more: '' },
  ceremony_seconds: {
    label: 'Length of a key ceremony',
    more: ' Ceremonies of before are counted from their beginning too.',
  },
  platform_challenge_seconds: { label: 'Time to answer a log-in challenge', more: '' },
  platform_session_seconds: { label: 'Length of a session of a platform user', more: '' },
  cache_project_mebibytes: { label: 'Room of a project in the cache, MiB', more: '' },
  ledger_depth: { label: 'Confirmations of an anchor', more: '' },
};

const BOUNDS = Object.fromEntries(NUMBER_KEYS.map((key) => [key, boundsText(key)]));

/** "Now 1 day.", where larger units help; empty where they do not. */
function valueWords(key: NumberKey, text: string): string {
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (SETTINGS[key].kind !== 'seconds' || seconds < 120) return '';
  const words = lengthWords(seconds);
  return words.endsWith('seconds') ? '' : `Now ${words}.`;
}

/** What was in force before the last change in this window; undoing writes it back. */
let before: Partial<SettingsValues> | null = null;

function SettingsForm({ values }: { readonly values: SettingsValues }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const work = useWork(
    (body: Partial<SettingsValues>, signal): Promise<OutputOf<typeof settings.update>> =>
      client.admin.settings.update({ body }, { signal }),
  );
  const draft = useDraft(
    useState(() => draftOf(values)),
    work.state,
    { refusals: BOUNDS },
  );
  const { changes, problems } = settingsFrom(draft.values, values);
  const isChanged = Object.keys(changes).length > 0;
  const hasProblems = Object.keys(problems).length > 0;

  const save = async (body: Partial<SettingsValues>, undoes: Partial<SettingsValues> | null) => {
    const saved = await work.start(body);
    if (saved === null) return;
    before = undoes;
    announce(undoes === null ? 'The change is undone' : 'The settings are saved');
    queries.setQueryData(QUERY_KEY, saved);
  };
  const undone = before;
  return (
    <form
      noValidate
      aria-label="Settings of the server"
      className="space-y-4"
      onSubmit={draft.submit(() => {
        if (isChanged && !hasProblems && draft.check({})) void save(changes, sameMembers(values, changes));
      })}
    >
      {SWITCH_KEYS.map((key) => (
        <CheckRow
          key={key}
          isSelected={draft.values[key]}
          onChange={(isOn) => draft.change({ [key]: isOn })}
          label={WORDS[key].label}
          description={`${SETTINGS[key].title}${WORDS[key].more}`}
        />
      ))}
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        {NUMBER_KEYS.map((key) => (
          <TextField
            key={key}
            label={`${WORDS[key].label}${SETTINGS[key].kind === 'seconds' ? ', seconds' : ''}`}
            {...draft.field(key)}
            error={problems[key] ?? draft.errorAt(key)}
            description={`${SETTINGS[key].title}${WORDS[key].more} ${boundsText(key)} ${valueWords(key, draft.values[key])}`}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" type="submit" isDisabled={!isChanged || hasProblems || work.state.status === 'busy'}>
          Save
        </Button>
        <Button isDisabled={!isChanged && !hasProblems} onPress={() => draft.fill(draftOf(values))}>
          Discard
        </Button>
        {undone !== null && !isChanged && <Button onPress={() => void save(undone, null)}>Undo the last change</Button>}
      </div>
      <WorkStatus
        state={work.state}
        busyLabel="Saving"
        failedTitle="The settings were not saved"
        onCancel={work.cancel}
        units={0}
      />
    </form>
  );
}

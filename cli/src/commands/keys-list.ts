/** `touchstone keys list` and `touchstone keys service`: which key sets there are, and how they stand. */
import path from 'node:path';
import { EDITION_STATE_WORDS, editionState } from '@touchstone/core/keys/edition-state.ts';
import { revocationOf } from '@touchstone/core/keys/editions.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { StoredKeySet, TrustStore } from '@touchstone/core/keys/trust.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { keySetRows } from '@touchstone/server/key-sets/store.ts';
import { inspectDatabase } from '@touchstone/server/store/sqlite/inspect.ts';
import { type Context, say, sayJson } from '../command-line/context.ts';
import type { Options } from '../command-line/options.ts';
import { writeNew } from '../files/read-and-write.ts';
import { existingDataFolder } from '../keys/existing-data-folder.ts';
import { ownKeySets } from '../keys/key-folder.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readTrust } from '../verifier/trust.ts';
import { describeKey, fact, showKeySet } from './key-set-text.ts';

export async function listKeys(options: Options, { now }: Context): Promise<number> {
  const folder = existingDataFolder(options);
  const trust = readTrust(folder);
  const own = ownKeySets(folder);
  if (options.has('--json')) {
    const ownSets = own.map(({ keySet, secretFile }) => ({ key_set: keySet, secret_file: secretFile }));
    const states = trust.key_sets.map((entry) => ({
      fingerprint: entry.key_set.fingerprint,
      state: editionState(trust, entry, now()),
    }));
    sayJson({ data_dir: folder, trust_store: trust, states, own_key_sets: ownSets }, 2);
    return 0;
  }
  say(`Data folder: ${shown(folder)}`);
  say('');
  say(trust.key_sets.length === 0 ? 'Trust store: no key sets. Nothing is trusted.' : 'Key sets of the trust store:');
  for (const entry of byLine(trust.key_sets)) {
    say('');
    showKeySet(entry.key_set);
    fact('State', `${EDITION_STATE_WORDS[editionState(trust, entry, now())]}; ${validity(entry.key_set, now())}`);
    fact(entry.held === 'pinned' ? 'Pinned' : 'Endorsed', `${howHeld(entry, trust)}, from ${shown(entry.source)}`);
    if (entry.untrusted !== undefined) fact('Untrusted', `${entry.untrusted.at} by ${shown(entry.untrusted.by)}`);
    for (const key of entry.key_set.keys) {
      if (revocationOf(trust, entry.key_set, key) !== undefined) fact('Revoked', describeKey(key));
    }
  }
  say('');
  say(own.length === 0 ? 'Own key sets: none.' : 'Own key sets (secret keys on this machine):');
  for (const { keySet, secretFile } of own) {
    const { keyset_id: id, principal, serial, fingerprint } = keySet;
    say(
      `  ${shown(id)}, edition ${serial}, ${shown(principal)}, ${validity(keySet, now())} (until ${keySet.not_after})`,
    );
    say(`    ${fingerprint}  ${ownState(keySet, own, trust)}`);
    say(`    ${shown(secretFile)}`);
  }
  say('');
  say(trust.revocations.length === 0 ? 'Revocations: none.' : 'Revocations:');
  for (const { thumbprint, revoked_at, reason, source } of trust.revocations) {
    say(`  ${thumbprint}  ${revoked_at}  ${shown(reason)} (${shown(source)})`);
  }
  return 0;
}

/** Editions of one line beside each other, the latest first. */
function byLine(entries: readonly StoredKeySet[]): readonly StoredKeySet[] {
  const lines = Map.groupBy(entries, ({ key_set: { issuer, principal, use } }) =>
    JSON.stringify([issuer, principal, use]),
  );
  return [...lines.values()].flatMap((line) => line.sort((a, b) => b.key_set.serial - a.key_set.serial));
}

function howHeld(entry: StoredKeySet, { key_sets: sets }: TrustStore): string {
  if (entry.held === 'pinned') return `${entry.at} by ${shown(entry.by)}`;
  const by = sets.find(({ key_set }) => key_set.fingerprint === entry.endorsed_by);
  const endorser = by === undefined ? entry.endorsed_by : `edition ${by.key_set.serial}`;
  return `by ${endorser}; accepted ${entry.at} by ${shown(entry.by)}`;
}

function ownState(keySet: KeySet, own: ReturnType<typeof ownKeySets>, trust: TrustStore): string {
  if (keySet.keys.some((key) => revocationOf(trust, keySet, key) !== undefined)) return 'revoked';
  const isOlder = own.some(({ keySet: { issuer, principal, use, serial } }) => {
    const isSameLine = issuer === keySet.issuer && principal === keySet.principal && use === keySet.use;
    return isSameLine && serial > keySet.serial;
  });
  return isOlder ? 'older edition' : 'current';
}

function validity(keySet: KeySet, now: number): string {
  if (now < (parseIsoTime(keySet.not_before) ?? 0)) return `not yet valid (now ${formatIsoTime(now)})`;
  if (now > (parseIsoTime(keySet.not_after) ?? 0)) return `expired (now ${formatIsoTime(now)})`;
  return 'valid now';
}

interface ServiceSet {
  readonly key_set: KeySet;
  readonly state: 'current' | 'retired' | 'revoked';
}

/** The sets of the service in a data folder, from its database, also while it runs; fingerprints are recomputed. */
export async function serviceKeys(options: Options): Promise<number> {
  const folder = existingDataFolder(options);
  const sets = await serviceSets(folder);
  const out = options.value('--out');
  if (sets.length === 0)
    throw new Refusal(`${folder} contains no key sets of a service. Start the service once: npx touchstone serve.`);
  const published = sets.filter(({ state }) => state !== 'revoked').map(({ key_set }) => key_set);
  if (out !== undefined) writeNew(out, `${JSON.stringify({ keysets: published }, null, 2)}\n`);
  if (options.has('--json')) {
    sayJson({ data_dir: folder, key_sets: sets }, 2);
    return 0;
  }
  say(`Data folder: ${shown(folder)}`);
  for (const { key_set: keySet, state } of sets) {
    say('');
    showKeySet(keySet);
    fact('State', state === 'retired' ? 'retired (older signatures still verify)' : state);
  }
  say('');
  say(
    'On this machine, files signed with service, receipt and 3key sets are Verified as signed by the own service. An artifact',
  );
  say(
    'set is pinned on the Trust page or with touchstone keys import --fingerprint. Others compare these fingerprints.',
  );
  if (out !== undefined) say(`Wrote ${shown(out)}, for pq-verify --keys.`);
  return 0;
}

/** The current one of each use before the retired ones. */
async function serviceSets(folder: string): Promise<readonly ServiceSet[]> {
  const file = path.join(folder, 'touchstone.db');
  try {
    const inspection = inspectDatabase(file);
    try {
      const rows = await keySetRows(inspection.db);
      const sets = rows.map(({ document, state, fingerprint }): ServiceSet => {
        const result = parseKeySet(document);
        if (!result.ok) throw new Refusal(`${file}: a key set is damaged (${fingerprint}). See touchstone doctor.`);
        return { key_set: result.keySet, state };
      });
      return sets.sort((a, b) => a.key_set.use.localeCompare(b.key_set.use) || b.key_set.serial - a.key_set.serial);
    } finally {
      await inspection.close();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `${file} cannot be read: ${systemReason(error)}. Name the data folder of the service with --data-dir.`,
    );
  }
}

/** Settings, held against the administration's signed audit. */

import { SETTINGS } from '@touchstone/core/api/settings.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { type AuditHistory, memberOf } from '../audit/history.ts';
import type { RowFaults } from '../doctor/row-faults.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';

/** Settings are what the newest change made them, and the id of this installation is that of the newest key sets. */
export async function checkSettings(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const stated = statedSettings(history);
  const held = new Map<string, string>();
  for await (const { name, value } of rowsOf(db, 'settings')) held.set(name, value);
  for (const [name, { initial }] of Object.entries(SETTINGS)) {
    const expected = stated.get(name) ?? initial;
    const value = held.get(`setting.${name}`) ?? JSON.stringify(initial);
    faults.compare('settings', `setting.${name}`, { value: [value, JSON.stringify(expected)] });
  }
  const principals: string[] = [];
  for await (const { document } of rowsOf(db, 'key_sets')) {
    const parsed = parseKeySet(document);
    if (parsed.ok && parsed.keySet.principal.startsWith(OWN_PRINCIPAL)) principals.push(parsed.keySet.principal);
  }
  const own = held.get('installation_id');
  const newest = principals.at(-1)?.slice(OWN_PRINCIPAL.length);
  if (newest !== undefined && !principals.includes(`${OWN_PRINCIPAL}${own}`)) {
    faults.compare('settings', 'installation_id', { value: [own, newest] });
  }
}

/** What settings were changed to. An entry also repeats those that it leaves alone, as they counted then. */
function statedSettings(history: AuditHistory): ReadonlyMap<string, JsonValue> {
  const stated = new Map<string, JsonValue>();
  for (const { details } of history.all('settings.changed')) {
    for (const name of Object.keys(SETTINGS)) {
      const [before, after] = [memberOf(details.before, name), memberOf(details.after, name)];
      if (after !== undefined && after !== before) stated.set(name, after);
    }
  }
  return stated;
}

/** How key sets of a service name it (`key-sets.ts`). */
const OWN_PRINCIPAL = 'Touchstone service ';

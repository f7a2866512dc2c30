/** Gateway targets and bindings, held against what was recorded of them. */

import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { compared, newestEntries } from '../audit/recorded-rows.ts';
import { type Check, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { objectIn } from '../doctor/stated.ts';
import { keyEvents } from '../provenance/store.ts';
import { storedEvent } from '../provenance/work.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { recordedTarget } from './audit-record.ts';
import { listAllTargets, listBindings } from './store.ts';

/** Targets against their records, their permissions against the administrator's, and bindings against the keys' histories. */
export const gatewayTargets: Check = {
  id: 'gateway-targets',
  needs: 'schema',
  run: ({ inspection: { db } }) =>
    snapshot(db, async (moment) => {
      const targets = await listAllTargets(moment);
      const { findings, count } = await compared(
        moment,
        'gateway-target.configured',
        'gateway targets',
        targets.map(recordedTarget),
      );
      const all = [...findings];
      const permitted = await newestEntries(moment, 'gateway-target.changed');
      // A restore takes permissions back without an entry; nothing gives one without.
      const unpermitted = targets.filter(({ id, allowPrivate }) => allowPrivate && !givesPermission(permitted.get(id)));
      if (unpermitted.length > 0) {
        const which = listed(unpermitted.map(({ projectId, name }) => `${projectId} ${name}`));
        all.push(problem(`Nobody allowed private addresses for the gateway targets ${which}.`, RESTORE));
      }
      const unbound = await unrecordedBindings(moment);
      if (unbound.length > 0) {
        const message = `Bindings to gateway targets that no key's history mentions: ${listed(unbound)}. They were made by hand, or before bindings were recorded.`;
        all.push(warning(message, 'Configure the target again under another name, and revoke the old key.'));
      }
      return all.length > 0 ? all : [ok(`The records of gateway targets agree with the store (${count}).`)];
    }),
};

/** Whether the newest `gateway-target.changed` of a target allows it private addresses. */
export function givesPermission(details: JsonObject | undefined): boolean {
  const { after = null } = details ?? {};
  return isJsonObject(after) && after.allow_private === true;
}

/** Bindings of which the provenance of their key does not tell, for people. */
async function unrecordedBindings(db: Db): Promise<readonly string[]> {
  const names: string[] = [];
  const told = new Map<string, ReadonlySet<JsonValue | undefined>>();
  for (const { gateway_target_id: target, key_id: key } of await listBindings(db)) {
    const versions = told.get(key) ?? (await toldVersions(db, key));
    told.set(key, versions);
    if (!versions.has(target)) names.push(`${key} to ${target}`);
  }
  return names;
}

async function toldVersions(db: Db, key: string): Promise<ReadonlySet<JsonValue | undefined>> {
  const events = (await keyEvents(db, key)).map(storedEvent);
  const bound = events.flatMap((event) => (Array.isArray(event?.gateway_targets) ? event.gateway_targets : []));
  return new Set(bound.filter(isJsonObject).map(({ version }) => version));
}

/** Bindings of keys to targets, held against the events of the keys. */
export async function checkBindings(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'gateway_bindings')) {
    const events = (await keyEvents(db, row.key_id)).map((event) => ({
      body: objectIn(event.body),
      at: event.created_at,
    }));
    const bound = events.find(({ body }) => namesTarget(body.gateway_targets, row.gateway_target_id));
    if (bound === undefined) continue; // `gateway-targets` reports it.
    faults.compare('gateway_bindings', `${row.key_id} ${row.gateway_target_id}`, {
      created_at: stamped(row.created_at, bound.at),
    });
  }
}

function namesTarget(targets: unknown, id: string): boolean {
  return Array.isArray(targets) && targets.some((target) => target?.version === id);
}

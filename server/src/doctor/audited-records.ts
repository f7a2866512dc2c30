/** Rows that decide about trust, held against what the administration's audit recorded of them (`records.ts`). */
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import {
  type RecordAction,
  type RecordedRow,
  recordedAgreement,
  recordedCeremony,
  recordedDevice,
  recordedTarget,
} from '../audit/records.ts';
import { listAuditEntries } from '../audit/store.ts';
import { listCeremonies } from '../ceremony/store.ts';
import { listAllTargets, listBindings } from '../gateway/store.ts';
import { listAgreements } from '../health/store.ts';
import { listDeviceCredentials } from '../platform/store/credentials.ts';
import { keyEvents } from '../provenance/store.ts';
import { storedEvent } from '../provenance/work.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, warning } from './check.ts';

const BATCH = 200;

/** The newest entry of an action about each subject, as it is signed. `admin-audit` tells whether entries hold. */
async function newestEntries(db: Db, action: string): Promise<ReadonlyMap<string, JsonObject>> {
  const newest = new Map<string, JsonObject>();
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAuditEntries(db, { action, below, limit: BATCH });
    for (const { body } of rows) {
      const parsed = parseStrictJson(body);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const { subject, details } = parsed.value;
      if (typeof subject !== 'string' || !isJsonObject(details) || newest.has(subject)) continue;
      newest.set(subject, details);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return newest;
    below = last.position;
  }
}

interface Compared {
  readonly findings: readonly Finding[];
  readonly count: number;
}

/** Holds rows against the records of an action. Rows from before such records were kept have none. */
async function compared(db: Db, action: RecordAction, what: string, rows: readonly RecordedRow[]): Promise<Compared> {
  const records = await newestEntries(db, action);
  const names = (found: readonly RecordedRow[]) => listed(found.map(({ subject }) => subject));
  const unlike = rows.filter(({ subject, facts }) => {
    const record = records.get(subject);
    return record !== undefined && canonicalJson(record) !== canonicalJson(facts);
  });
  const unknown = rows.filter(({ subject }) => !records.has(subject));
  const present = new Set(rows.map(({ subject }) => subject));
  const gone = [...records.keys()].filter((subject) => !present.has(subject));
  const findings: Finding[] = [];
  if (unlike.length > 0) {
    findings.push(problem(`The audit says something else than the store about ${what}: ${names(unlike)}.`, RESTORE));
  }
  if (gone.length > 0) {
    findings.push(problem(`The audit records ${what} that the store has lost: ${listed(gone)}.`, RESTORE));
  }
  if (unknown.length > 0) {
    const message = `No signed record tells of ${what}: ${names(unknown)}. They were put there by hand, or before records were kept.`;
    findings.push(warning(message, 'Look at them, and make anew what you do not know.'));
  }
  return { findings, count: rows.length };
}

/** A check of one table against the records of one action. */
function recordCheck(
  id: string,
  action: RecordAction,
  what: string,
  rows: (db: Db) => Promise<readonly RecordedRow[]>,
): Check {
  return {
    id,
    needs: 'schema',
    // A server that runs may store more meanwhile: rows and records are read at one moment.
    run: ({ inspection: { db } }) =>
      snapshot(db, async (moment) => {
        const { findings, count } = await compared(moment, action, what, await rows(moment));
        return findings.length > 0
          ? findings
          : [ok(`What was recorded of ${what} is what the store holds (${count}).`)];
      }),
  };
}

export const healthAgreements: Check = recordCheck(
  'health-agreements',
  'agreement.accepted',
  'accepted agreements',
  async (db) => (await listAgreements(db)).map(recordedAgreement),
);

export const ceremonies: Check = recordCheck('ceremonies', 'ceremony.dealt', 'key ceremonies', async (db) =>
  (await listCeremonies(db)).map(recordedCeremony),
);

export const deviceCredentials: Check = recordCheck(
  'device-credentials',
  'device.enrolled',
  'device credentials',
  async (db) => (await listDeviceCredentials(db)).map(recordedDevice),
);

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
        all.push(problem(`Nobody has allowed private addresses to the gateway targets ${which}.`, RESTORE));
      }
      const unbound = await unrecordedBindings(moment);
      if (unbound.length > 0) {
        const message = `The history of no key tells that it was bound to a gateway target: ${listed(unbound)}. It was done by hand, or before this was recorded.`;
        all.push(warning(message, 'Configure the target anew under another name, and revoke the old key.'));
      }
      return all.length > 0 ? all : [ok(`What was recorded of gateway targets is what the store holds (${count}).`)];
    }),
};

function givesPermission(details: JsonObject | undefined): boolean {
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

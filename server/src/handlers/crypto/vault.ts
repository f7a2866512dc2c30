import { setImmediate } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import type { DocumentVerdict } from '@touchstone/core/identity/identity-v2.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import {
  attestationsOf,
  checksOf,
  findAttestation,
  insertAttestation,
  insertDocumentCheck,
} from '../../documents/store.ts';
import { validateWork } from '../../documents/work.ts';
import type { Caller } from '../../frame/caller.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import type { Statements } from '../../key-sets/statements.ts';
import { type AnchorStatus, anchors, type Chains } from '../../ledger/chain.ts';
import type { Db } from '../../store/engine.ts';
import type { Row } from '../../store/tables.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
  readonly chains: Chains;
}

type AuditEvent = OutputOf<typeof api.crypto.vault.audit>['events'][number];

/** Others have their turn on the event loop after this many look-ups on the ledger. */
const ATTESTATIONS_A_TURN = 32;

const LAST_MS_OF_DAY = 86_400_000 - 1;

/** The only one of this version. */
const SCHEMA = 'identity_v2';

export const vault = implement(api.crypto.vault)<Needs>({
  validate: byWork(validateWork, async (context, _input, run) => answer(context, await run(null))),

  async attest({ deps, caller, write }, { body: { hash, chain } }) {
    const id = newId('att', deps.random);
    const { tx, network } = await write(async (db) => {
      const accepted = await deps.chains.get(chain).anchor(db, 'document', hash);
      await insertAttestation(db, {
        id,
        project_id: caller.projectId,
        document_hash: hash,
        chain,
        tx: accepted.tx,
        actor: actorOf(caller),
        created_at: accepted.acceptedAt,
      });
      return accepted;
    });
    return { attestation_id: id, chain, tx_hash: tx, status: 'pending', network };
  },

  async status({ deps, caller }, { params }) {
    const attestation = await findAttestation(deps.db, caller.projectId, params.attestation_id);
    if (attestation === null) throw new ApiError('NOT_FOUND', 'There is no such attestation.');
    const { confirmed, confirmations, block } = await statusOf(deps, attestation);
    return {
      attestation_id: attestation.id,
      status: confirmed ? 'confirmed' : 'pending',
      confirmations,
      block: block ?? 0,
      network: deps.chains.get(chainOf(attestation)).network,
    };
  },

  async audit({ deps, caller }, { body }) {
    const from = momentOf('from', body.from, 0);
    const to = momentOf('to', body.to, LAST_MS_OF_DAY);
    if (from > to) throw invalid('from', '`from` must not be later than `to`.');
    const events: { readonly at: number; readonly event: AuditEvent }[] = [];
    const add = (at: number | null, event: Omit<AuditEvent, 'timestamp'>) => {
      if (at !== null && at >= from && at <= to) events.push({ at, event: { ...event, timestamp: formatIsoTime(at) } });
    };
    for (const check of await checksOf(deps.db, caller.projectId, body.document_hash, to)) {
      add(check.created_at, { action: check.is_valid === 1 ? 'validated' : 'rejected', actor: check.actor });
    }
    const attestations = await attestationsOf(deps.db, caller.projectId, body.document_hash, to);
    for (const [place, attestation] of attestations.entries()) {
      if ((place + 1) % ATTESTATIONS_A_TURN === 0) await setImmediate();
      const chain = chainOf(attestation);
      add(attestation.created_at, { action: 'attested', actor: attestation.actor, chain });
      add((await statusOf(deps, attestation)).confirmedAt, { action: 'confirmed', chain });
    }
    events.sort((a, b) => a.at - b.at);
    return { events: events.map(({ event }) => event), total: events.length };
  },
});

/** Records a check and signs its result. */
async function answer(
  { deps, caller, write }: Context<typeof api.crypto.vault.validate, Needs>,
  { valid, hash, fields }: DocumentVerdict,
): Promise<OutputOf<typeof api.crypto.vault.validate>> {
  const now = deps.clock();
  return deps.statements.signing(async ({ keySetId, sign }) => {
    const statement = {
      schema: SCHEMA,
      hash,
      valid,
      fields,
      fields_verified: fields.length,
      checked_at: formatIsoTime(now),
      keyset_id: keySetId,
    };
    const signature = await sign('validation', statement);
    await write((db) =>
      insertDocumentCheck(db, {
        project_id: caller.projectId,
        document_hash: hash,
        document_schema: SCHEMA,
        is_valid: valid ? 1 : 0,
        actor: actorOf(caller),
        created_at: now,
      }),
    );
    const proof = toBase64(canonicalBytes({ ...statement, signature }));
    return { valid, hash, proof, fields_verified: fields.length };
  });
}

/** Where an attestation stands. Throws where the ledger does not hold this hash as a document: that is damage, not a state. */
async function statusOf(deps: Needs, attestation: Row<'document_attestations'>): Promise<AnchorStatus> {
  const status = await deps.chains.get(chainOf(attestation)).status(deps.db, attestation.tx);
  if (anchors(status, 'document', attestation.document_hash)) return status;
  throw new TypeError(`internal: the ledger does not hold attestation ${attestation.id}`);
}

function chainOf({ id, chain }: Row<'document_attestations'>): ChainName {
  const known = CHAIN_NAMES.find((name) => name === chain);
  if (known === undefined) throw new TypeError(`internal: attestation ${id} names an unknown chain`);
  return known;
}

/** A date is its first or last millisecond in UTC. */
function momentOf(field: string, text: string, endOfDayMs: number): number {
  const isDay = text.length === 10;
  const at = parseIsoTime(isDay ? `${text}T00:00:00Z` : text);
  if (at === null) throw invalid(field, `\`${field}\` is no date or date-time that exists.`);
  return isDay ? at + endOfDayMs : at;
}

function actorOf({ kind, keyId }: Caller): string {
  return keyId ?? kind;
}

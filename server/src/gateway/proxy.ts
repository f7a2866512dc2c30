/**
 * One call through the gateway (document 2; security, S3 and S23). What the caller sent is checked before anything is
 * looked up; the key's status before the call, before the key is put in, and before the answer; the key itself is opened
 * when the connection stands and its certificate has been checked.
 */

import type { api } from '@touchstone/core/api/api.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { LARGE_BODY_BYTES } from '../frame/body.ts';
import type { Context } from '../frame/context.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { RunJob } from '../frame/job.ts';
import { JsonText } from '../frame/json-text.ts';
import type { Statements } from '../key-sets/statements.ts';
import { type ManagedKeys, requireEvent, storedKeyId } from '../keys/managed-keys.ts';
import { findManagedKey, type ManagedKey } from '../keys/store/managed-keys.ts';
import { OutboundError, type Received, type Route } from '../outbound/outbound.ts';
import { type Append, boundTargets, keyActor, type Provenance } from '../provenance/provenance.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { answeredBody } from './answer-body.ts';
import type { Gateway } from './gateway.ts';
import { answeredHeaders, callerHeaders, filledTemplate } from './header-rules.ts';
import { carriedKey } from './key-material.ts';
import { isAllowedPath, joinPath, PATH_FAULTS } from './path-rules.ts';
import type { ProxyRequest } from './proxy-request.ts';
import { createScrubber } from './scrub.ts';
import { bindKey, countCall, findTarget, type GatewayTarget, isBound, lockTarget } from './store.ts';
import { changedBehind, noSuchTarget } from './targets.ts';
import { upstreamBodyJob } from './work.ts';

export interface ProxyNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly statements: Statements;
  readonly provenance: Provenance;
  readonly managedKeys: ManagedKeys;
  readonly gateway: Gateway;
}

type Proxy = typeof api.crypto.key.gatewayProxy;

interface CheckedCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly notSent: readonly string[];
  readonly body: Uint8Array | null;
}

/** Holds a call against its target. Throws INVALID_REQUEST that names the member. */
export function checkedCall(target: GatewayTarget, { call, bytes }: ProxyRequest): CheckedCall {
  const { method, path } = call;
  if (!target.allowedMethods.includes(method)) {
    throw invalid('method', `\`method\` must be one that the target allows: ${target.allowedMethods.join(', ')}.`);
  }
  if (bytes !== null && (method === 'GET' || method === 'HEAD')) {
    throw invalid('body', `\`body\` must be left out with ${method}.`);
  }
  const joined = joinPath(target.baseUrl, path);
  if (!joined.ok) throw invalid('path', `\`path\` ${PATH_FAULTS[joined.fault]}.`);
  if (!isAllowedPath(joined.path, target.allowedPaths)) {
    throw invalid('path', '`path` must be one that the target allows.');
  }
  const checked = callerHeaders(call.headers ?? {}, target);
  if (!checked.ok) throw invalid('headers', `\`headers\` ${checked.reason}.`);
  const { headers, notSent } = checked;
  const type = bytes === null ? {} : { 'content-type': 'application/json' };
  return { url: joined.url, headers: { ...type, ...headers }, notSent, body: bytes };
}

/** Sends the call and answers it in JSON. */
export async function proxyCall(
  { deps, caller, write }: Pick<Context<Proxy, ProxyNeeds>, 'deps' | 'caller' | 'write'>,
  request: ProxyRequest,
): Promise<JsonText> {
  const { projectId } = caller;
  const { key_id: keyId, target_id: name, method } = request.call;
  const target = await findTarget(deps.db, projectId, name);
  if (target === null) throw noSuchTarget();
  if (!target.isGenuine) throw changedBehind();
  const call = checkedCall(target, request);
  const carry = (append: Append | null) =>
    deps.managedKeys.use(write, {
      projectId,
      keyId,

      async work(key, signal) {
        if (!caller.scopes.has('keys') && !(await isBound(deps.db, target.id, key.id))) {
          throw new ApiError('INVALID_SCOPE', 'The first use of a key with a target also needs the scope keys.');
        }
        return deps.gateway.atOnce(async () => {
          // Before the service acts: afterwards nothing should be left that can fail.
          const measurement = await deps.gateway.measurement();
          const { received, secret } = await carried(deps, target, key, { ...call, method, signal });
          return answerText(deps, request, { target, call, received, secret, measurement });
        });
      },

      async store(db, text, key) {
        // A target that was replaced meanwhile has another id: nothing is bound to it.
        const present = await lockTarget(db, projectId, name);
        if (present?.id === target.id) {
          await countCall(db, target.id);
          const now = deps.clock();
          if (append !== null && (await bindKey(db, target.id, key.id, now))) {
            const facts = { projectId, keyId: key.id, actor: keyActor(caller), at: now } as const;
            await append(db, { ...facts, event: 'gateway_bound', details: boundTargets([target]) });
          }
        }
        return new JsonText(text);
      },
    });
  // Only the first call binds, and only then has something to be signed. A binding goes with its target alone.
  const known = await isBound(deps.db, target.id, storedKeyId(keyId));
  return known ? carry(null) : deps.provenance.recording(carry);
}

/** The answer of the service, and the key that went there. Throws CONFLICT, UPSTREAM_FAILED and the reason of `signal`. */
async function carried(
  deps: ProxyNeeds,
  target: GatewayTarget,
  { projectId, id }: ManagedKey,
  { url, headers, body, method, signal }: CheckedCall & { readonly method: string; readonly signal: AbortSignal },
): Promise<{ readonly received: Received; readonly secret: string }> {
  const { outbound, rates } = deps.gateway;
  let secret = '';
  try {
    const route: Route = await outbound.route(url, { allowPrivate: target.allowPrivate, signal });
    // Only calls that go out count.
    rates.take(target.id, target.rateLimit);
    const received = await outbound.send(route, {
      method,
      body,
      signal,
      async headers() {
        await requireUnchanged(deps, target);
        const key = await findManagedKey(deps.db, projectId, id);
        if (key === null) throw new TypeError(`internal: ${id} is gone`);
        requireEvent(key, 'use', deps.clock());
        secret = await carriedKey(deps, key);
        return { ...headers, [target.authHeader.toLowerCase()]: filledTemplate(target.authTemplate, secret) };
      },
    });
    return { received, secret };
  } catch (error) {
    throw error instanceof OutboundError ? refusalOf(error) : error;
  }
}

/** Where the target was replaced, or its permission taken back, while the connection was made, the key stays here. */
async function requireUnchanged({ db }: Pick<ProxyNeeds, 'db'>, target: GatewayTarget): Promise<void> {
  const present = await findTarget(db, target.projectId, target.name);
  if (present?.id === target.id && present.isGenuine && (present.allowPrivate || !target.allowPrivate)) return;
  throw new ApiError('CONFLICT', 'The target was changed while it was called.');
}

function refusalOf({ fault, message }: OutboundError): ApiError {
  const isOurs = fault === 'url' || fault === 'private' || fault === 'own-listener';
  return new ApiError(isOurs ? 'CONFLICT' : 'UPSTREAM_FAILED', message);
}

const NOTICE =
  'Made in software by this server about itself. No hardware enclave took part, and whoever controls the machine can forge it.';

interface Exchange {
  readonly target: GatewayTarget;
  readonly call: CheckedCall;
  readonly received: Received;
  readonly secret: string;
  readonly measurement: string;
}

/** The answer as JSON text: its `body` may be large, and has been made by a worker then. */
async function answerText(
  deps: ProxyNeeds,
  { call: asked, hash }: ProxyRequest,
  { target, call, received, secret, measurement }: Exchange,
): Promise<string> {
  const { status, latencyMs } = received;
  const scrubber = createScrubber(secret);
  const headers = Object.entries(answeredHeaders(received.headers));
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const upstream = { bytes: received.body, contentType, key: secret };
  const body =
    received.body.length > LARGE_BODY_BYTES ? await deps.run(upstreamBodyJob, upstream) : answeredBody(upstream);
  const attestation = await attested(deps, {
    measurement,
    key_id: asked.key_id,
    target_id: target.name,
    origin: new URL(call.url).origin,
    method: asked.method,
    path_hash: toHex(sha3_256(utf8(asked.path))),
    status,
    request_hash: hash,
    response_hash: body.hash,
  });
  const head = {
    status,
    headers: Object.fromEntries(headers.map(([name, value]) => [scrubber.text(name), scrubber.text(value)])),
  };
  const tail = {
    headers_not_sent: call.notSent,
    proxy_latency_ms: Math.round(latencyMs * 1000) / 1000,
    tee_attestation: attestation,
  };
  return `${JSON.stringify(head).slice(0, -1)},"body":${body.text},${JSON.stringify(tail).slice(1)}`;
}

/** The statement of the service about the call (S5). */
async function attested(deps: ProxyNeeds, facts: JsonObject): Promise<JsonObject> {
  return deps.statements.signing(async ({ keySetId, sign }) => {
    const statement: JsonObject = {
      software: true,
      notice: NOTICE,
      ...facts,
      attested_at: formatIsoTime(deps.clock()),
      keyset_id: keySetId,
    };
    return { ...statement, signature: await sign('gateway-attestation', statement) };
  });
}

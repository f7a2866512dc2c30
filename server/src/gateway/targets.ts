/** Gateway targets: what of a description is accepted, and what a change of one means (document 2; security, S3 and S23). */

import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Audit } from '../audit/audit.ts';
import { recordOf } from '../audit/records.ts';
import type { Caller } from '../frame/caller.ts';
import type { Context } from '../frame/context.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { newId } from '../frame/ids.ts';
import { OutboundError, requireUrl } from '../outbound/outbound.ts';
import type { Db } from '../store/engine.ts';
import { recordedTarget } from './audit-record.ts';
import { isAuthHeader, mayBeListed } from './header-rules.ts';
import { allowedPathFault, PATH_FAULTS, pathFault } from './path-rules.ts';
import {
  countTargets,
  type GatewayTarget,
  lockTarget,
  replaceTarget,
  setAllowPrivate,
  type TargetDescription,
  targetsNamed,
  updateTarget,
} from './store.ts';

export interface TargetNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
}

type Key = typeof api.crypto.key;
type Method = InputOf<Key['gatewayProxy']>['body']['method'];
type ConfigureBody = InputOf<Key['gatewayConfigure']>['body'];
type ListedTarget = OutputOf<Key['gatewayTargets']>['targets'][number];

const ALL_METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** So many a project may have: the list has no pages. */
const MOST_TARGETS = 500;

/** Throws INVALID_REQUEST that names what cannot be accepted. */
export function describedTarget(body: ConfigureBody): TargetDescription {
  requireBaseUrl(body.base_url);
  if (!isAuthHeader(body.auth_header)) {
    throw invalid('auth_header', '`auth_header` must be a header that the gateway may set, such as `Authorization`.');
  }
  for (const [place, entry] of body.allowed_paths.entries()) {
    const fault = allowedPathFault(entry);
    if (fault !== null) throw invalid(`allowed_paths.${place}`, `\`allowed_paths.${place}\` ${PATH_FAULTS[fault]}.`);
  }
  for (const [place, name] of (body.allowed_headers ?? []).entries()) {
    if (!mayBeListed(name, body.auth_header)) {
      const field = `allowed_headers.${place}`;
      throw invalid(field, `\`${field}\` is a header that callers may never set.`);
    }
  }
  return {
    baseUrl: body.base_url,
    authHeader: body.auth_header,
    authTemplate: body.auth_template,
    allowedPaths: body.allowed_paths,
    allowedMethods: body.allowed_methods ?? ALL_METHODS,
    allowedHeaders: body.allowed_headers ?? [],
    rateLimit: body.rate_limit,
  };
}

function requireBaseUrl(text: string): void {
  const refuse = (reason: string) => invalid('base_url', `\`base_url\` ${reason}.`);
  try {
    requireUrl(text, true);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refuse('must be an https URL, or an http URL of an IP address, without user information');
  }
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '') throw refuse('must have neither query nor fragment');
  // The path as written: `URL` would have resolved its dot segments.
  const written = /^https?:\/\/[^/]*(\/.*)?$/i.exec(text)?.[1] ?? '/';
  const fault = pathFault(written) ?? (written === url.pathname ? null : 'origin');
  if (fault !== null) throw refuse(fault === 'origin' ? 'must be written as it is sent' : PATH_FAULTS[fault]);
}

/** Stores a description. Where it changes what carries the key, the target is a new one without bindings. */
export async function configureTarget(
  { deps, caller, write }: Pick<Context<Key['gatewayConfigure'], TargetNeeds>, 'deps' | 'caller' | 'write'>,
  body: ConfigureBody,
): Promise<OutputOf<Key['gatewayConfigure']>> {
  const described = describedTarget(body);
  const { projectId } = caller;
  const name = body.target_id;
  const createdAt = await deps.audit.recorded(write, caller, async (db) => {
    const before = await lockTarget(db, projectId, name);
    // What is not this service's is replaced, and its bindings with it.
    const isSame = before?.isGenuine === true && isSameTarget(before, described);
    if (before === null && (await countTargets(db, projectId)) >= MOST_TARGETS) {
      throw new ApiError('CONFLICT', `A project has ${MOST_TARGETS} targets at most.`);
    }
    const [id, now] = isSame ? [before.id, before.createdAt] : [newId('gwt', deps.random), deps.clock()];
    const target = { ...described, id, projectId, name, createdAt: now };
    if (isSame) await updateTarget(db, id, described);
    else await replaceTarget(db, target, now);
    const event = recordOf('gateway-target.configured', caller.accountId, recordedTarget(target));
    return { result: now, event };
  });
  return { target_id: name, status: 'configured', created_at: formatIsoTime(createdAt) };
}

/** Whether a key that was bound to `before` goes to the same place in the same form (S23). */
function isSameTarget(before: TargetDescription, after: TargetDescription): boolean {
  return (
    before.baseUrl === after.baseUrl &&
    before.authHeader.toLowerCase() === after.authHeader.toLowerCase() &&
    before.authTemplate === after.authTemplate
  );
}

export function listedTarget(target: GatewayTarget): ListedTarget {
  return {
    target_id: target.name,
    base_url: target.baseUrl,
    auth_header: target.authHeader,
    auth_template: target.authTemplate,
    allowed_paths: [...target.allowedPaths],
    allowed_methods: ALL_METHODS.filter((method) => target.allowedMethods.includes(method)),
    allowed_headers: [...target.allowedHeaders],
    rate_limit: target.rateLimit,
    status: 'configured',
    allow_private: target.allowPrivate,
    total_proxied: target.totalProxied,
    created_at: formatIsoTime(target.createdAt),
  };
}

/** The row is not this service's (S35). */
export function changedBehind(): ApiError {
  return new ApiError('CONFLICT', 'The target was changed outside of the service. Configure it again.');
}

export function noSuchTarget(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no gateway target with this name.');
}

/** Which target the administrator means: names are unique within a project only. */
export async function administeredTarget(
  db: Db,
  caller: Caller,
  name: string,
  projectId: string | undefined,
): Promise<GatewayTarget> {
  const own = await lockTarget(db, projectId ?? caller.projectId, name);
  if (own !== null) return own;
  const [found, another] = projectId === undefined ? await targetsNamed(db, name, 2) : [];
  if (found === undefined) throw new ApiError('NOT_FOUND', 'There is no gateway target with this name.');
  if (another !== undefined) {
    throw new ApiError('CONFLICT', 'Several projects have a target of this name: state `project_id`.');
  }
  return found;
}

/** Gives or takes the permission for private addresses, with an entry in the administration's audit. */
export async function permitPrivate(
  {
    deps,
    caller,
    write,
  }: Pick<Context<typeof api.admin.gatewayTargets.update, TargetNeeds>, 'deps' | 'caller' | 'write'>,
  name: string,
  body: InputOf<typeof api.admin.gatewayTargets.update>['body'],
): Promise<OutputOf<typeof api.admin.gatewayTargets.update>> {
  const { allow_private: allowPrivate, base_url: expected, project_id: projectId } = body;
  return deps.audit.recorded(write, caller, async (db) => {
    const target = await administeredTarget(db, caller, name, projectId);
    if (expected !== undefined && expected !== target.baseUrl) {
      throw new ApiError('CONFLICT', 'The `base_url` of the target is no longer the one that you checked.');
    }
    if (!target.isGenuine) throw changedBehind();
    await setAllowPrivate(db, target.id, allowPrivate);
    const details = {
      target_id: name,
      project_id: target.projectId,
      base_url: target.baseUrl,
      before: { allow_private: target.allowPrivate },
      after: { allow_private: allowPrivate },
    };
    return {
      result: { ...listedTarget({ ...target, allowPrivate }), project_id: target.projectId },
      event: { action: 'gateway-target.changed', accountId: null, subject: target.id, details },
    };
  });
}

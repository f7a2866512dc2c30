/**
 * `*.pqs.json`: one session with everything that its verification needs but the key sets (docs/formats.md). The nodes and the
 * openings are parsed one by one, so a bundle may be larger than other files: with signatures of 4 KB, 100,000 nodes have half
 * a gigabyte, and each opening of a delegation has 3 KB more.
 */

import { concat, utf8 } from '../bytes.ts';
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import { splitList, splitMembers } from '../json-split.ts';
import type { SignedLogHead } from '../log/head.ts';
import { readHead, readPath } from '../log/read-head.ts';
import { parseStrictJson } from '../strict-json.ts';
import {
  anyMembers,
  base64,
  count,
  exactly,
  listOf,
  oneOf,
  orNull,
  text,
  time,
  Unreadable,
} from '../strict-members.ts';
import type { RedactionLevel } from './node.ts';
import {
  type LogPlace,
  readRedactionLevel,
  readScope,
  readSeal,
  readSignedNode,
  type SealDocument,
  type SignedNode,
} from './read-node.ts';
import type { SessionScope } from './scope.ts';

/** The formats that are read, by version. Bundles of version 1 have nodes of version 1 only. */
export const SESSION_BUNDLE_FORMATS: readonly string[] = ['svc-agent-session/v1', 'svc-agent-session/v2'];
/** The format that is written now. */
export const SESSION_BUNDLE_FORMAT = 'svc-agent-session/v2';
export const SESSION_BUNDLE_EXTENSION = '.pqs.json';
/** Most bytes of a bundle that is opened. */
export const MAX_BUNDLE_BYTES = 1024 * 1024 * 1024;

/** What the bundle says about its session. */
export interface BundledSession {
  readonly session_id: string;
  readonly agent_id: string;
  readonly parent_session_id: string | null;
  readonly started_at: string;
  readonly expires_at: string;
  /** null of a session that is open or ran out. */
  readonly ended_at: string | null;
  readonly scope: SessionScope;
  readonly redaction_level: RedactionLevel;
}

export interface LogInclusion extends LogPlace {
  readonly node_id: string;
}

/** A bundle without its nodes. */
export interface SessionBundle {
  /** Version of the format, and the highest version among the nodes. */
  readonly version: 1 | 2;
  readonly exported_at: string;
  readonly session: BundledSession;
  readonly agent: { readonly agent_id: string; readonly public_key: string };
  readonly registration: SignedNode & { readonly seal: SealDocument | null };
  /** The node that delegated; null where the session was not delegated. */
  readonly parent_node: SignedNode | null;
  /** Requests as they were enforced, by the node whose `input_hash` they have. */
  readonly openings: Openings;
  readonly seal: SealDocument | null;
  readonly log: { readonly head: SignedLogHead; readonly inclusion: readonly LogInclusion[] } | null;
}

export interface Openings {
  has(nodeId: string): boolean;
  /** Parsed anew by each call. */
  get(nodeId: string): JsonObject | undefined;
  keys(): Iterable<string>;
}

export interface BundleNodes {
  readonly count: number;
  /** The node at a position; a fault where it cannot be read. Parsed anew by each call. */
  read(index: number): NodeResult;
}

export interface BundleFault {
  readonly ok: false;
  /** The member that is wrong, empty where the text is no JSON object. */
  readonly field: string;
  readonly message: string;
}

export type NodeResult = { readonly ok: true; readonly signed: SignedNode } | BundleFault;
export type BundleResult =
  | { readonly ok: true; readonly bundle: SessionBundle; readonly nodes: BundleNodes }
  | BundleFault;

/** Reads a bundle strictly: exactly these members, in these forms. Whether it holds is `verifySession`'s to say. */
export function parseSessionBundle(bytes: Uint8Array): BundleResult {
  if (bytes.length > MAX_BUNDLE_BYTES) {
    return { ok: false, field: '', message: `The bundle has more than ${MAX_BUNDLE_BYTES} bytes.` };
  }
  const { frame: withOpenings, items } = splitList(bytes, 'nodes');
  const { frame, items: openings } = splitMembers(withOpenings, 'openings');
  const parsed = parseStrictJson(frame);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  try {
    const { bundle, inline } = readFrame(parsed.value, openings);
    const nodes = items.length > 0 ? splitNodes(items) : inlineNodes(inline);
    if (nodes.count === 0) return { ok: false, field: 'nodes', message: 'A session has at least one node.' };
    return { ok: true, bundle, nodes };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function splitNodes(items: readonly Uint8Array[]): BundleNodes {
  return {
    count: items.length,
    read(index) {
      const item = items[index];
      if (item === undefined) throw new RangeError(`the bundle has no node ${index}`);
      const parsed = parseStrictJson(item);
      const field = `nodes[${index}]`;
      return parsed.ok ? nodeResult(parsed.value, field) : { ok: false, field, message: parsed.message };
    },
  };
}

/** For a document whose list could not be split off, for example because the member's name is spelled with an escape. */
function inlineNodes(items: readonly JsonValue[]): BundleNodes {
  return {
    count: items.length,
    read(index) {
      const item = items[index];
      if (item === undefined) throw new RangeError(`the bundle has no node ${index}`);
      return nodeResult(item, `nodes[${index}]`);
    },
  };
}

function nodeResult(value: JsonValue, field: string): NodeResult {
  try {
    return { ok: true, signed: readSignedNode(value, field) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

const MEMBERS = ['format', 'exported_at', 'session', 'agent', 'registration', 'nodes', 'openings', 'seal', 'log'];

function readFrame(
  value: JsonValue,
  openings: readonly Uint8Array[],
): { readonly bundle: SessionBundle; readonly inline: readonly JsonValue[] } {
  const members = exactly(value, '', MEMBERS, ['parent_node']);
  const format = oneOf(members.format, 'format', SESSION_BUNDLE_FORMATS);
  const version = format === SESSION_BUNDLE_FORMAT ? 2 : 1;
  const agent = exactly(members.agent, 'agent', ['agent_id', 'public_key']);
  const { node, signature, seal } = exactly(members.registration, 'registration', ['node', 'signature', 'seal']);
  const bundle: SessionBundle = {
    version,
    exported_at: time(members.exported_at, 'exported_at'),
    session: readSession(members.session),
    agent: {
      agent_id: text(agent.agent_id, 'agent.agent_id'),
      public_key: base64(agent.public_key, 'agent.public_key'),
    },
    registration: {
      ...readSignedNode({ node: node ?? null, signature: signature ?? null }, 'registration'),
      seal: orNull(seal, 'registration.seal', readSeal),
    },
    parent_node: orNull(members.parent_node ?? null, 'parent_node', readSignedNode),
    openings: openings.length > 0 ? splitOpenings(openings) : inlineOpenings(members.openings),
    seal: orNull(members.seal, 'seal', readSeal),
    log: orNull(members.log, 'log', readLog),
  };
  return { bundle, inline: listOf(members.nodes, 'nodes', (item) => item) };
}

function readSession(value: JsonValue | undefined): BundledSession {
  const members = exactly(value, 'session', [
    'session_id',
    'agent_id',
    'parent_session_id',
    'started_at',
    'expires_at',
    'ended_at',
    'scope',
    'redaction_level',
  ]);
  return {
    session_id: text(members.session_id, 'session.session_id'),
    agent_id: text(members.agent_id, 'session.agent_id'),
    parent_session_id: orNull(members.parent_session_id, 'session.parent_session_id', text),
    started_at: time(members.started_at, 'session.started_at'),
    expires_at: time(members.expires_at, 'session.expires_at'),
    ended_at: orNull(members.ended_at, 'session.ended_at', time),
    scope: readScope(members.scope, 'session.scope'),
    redaction_level: readRedactionLevel(members.redaction_level, 'session.redaction_level'),
  };
}

/** Each is looked at once; what is kept are the bytes, which take far less room than the objects. */
function splitOpenings(items: readonly Uint8Array[]): Openings {
  const places = new Map<string, Uint8Array>();
  for (const item of items) {
    const [name] = readOpening(item);
    if (places.has(name)) throw new Unreadable(`openings.${name}`, 'It appears twice.');
    places.set(name, item);
  }
  return {
    has: (nodeId) => places.has(nodeId),
    get(nodeId) {
      const item = places.get(nodeId);
      return item === undefined ? undefined : readOpening(item)[1];
    },
    keys: () => places.keys(),
  };
}

const OPEN = utf8('{');
const CLOSE = utf8('}');

/** A member of an object with its name. */
function readOpening(item: Uint8Array): readonly [string, JsonObject] {
  const parsed = parseStrictJson(concat(OPEN, item, CLOSE));
  if (!parsed.ok) throw new Unreadable('openings', parsed.message);
  const [member, ...others] = Object.entries(anyMembers(parsed.value, 'openings'));
  if (member === undefined || others.length > 0) throw new Unreadable('openings', 'There is a comma too many.');
  const [name, opening] = member;
  return [name, anyMembers(opening, `openings.${name}`)];
}

/** For a document whose openings could not be split off. */
function inlineOpenings(value: JsonValue | undefined): Openings {
  const openings = Object.entries(anyMembers(value, 'openings'));
  return new Map(openings.map(([nodeId, opening]) => [nodeId, anyMembers(opening, `openings.${nodeId}`)]));
}

function readLog(value: JsonValue | undefined, field: string): SessionBundle['log'] {
  const { head, inclusion } = exactly(value, field, ['head', 'inclusion']);
  return {
    head: readHead(head, `${field}.head`),
    inclusion: listOf(inclusion, `${field}.inclusion`, (item, at) => {
      const members = exactly(item, at, ['node_id', 'index', 'path']);
      return {
        node_id: text(members.node_id, `${at}.node_id`),
        index: count(members.index, `${at}.index`, 0),
        path: readPath(members.path, `${at}.path`),
      };
    }),
  };
}

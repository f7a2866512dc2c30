/** What an agent may do in a session (security, S19). null is unrestricted; an empty list of tools allows none. */
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha256 } from '../hash.ts';

export interface SessionScope {
  readonly allowed_tools: readonly string[] | null;
  readonly forbidden_data_classes: readonly string[] | null;
  readonly jurisdiction: string | null;
  readonly max_value: number | null;
}

/** A scope as `sessions/start` takes it. */
export interface RequestedScope {
  readonly allowed_tools?: readonly string[];
  readonly forbidden_data_classes?: readonly string[];
  readonly jurisdiction?: string;
  readonly max_value?: number;
}

/** What `delegate` may narrow. */
export interface NarrowedScope {
  readonly allowed_tools?: readonly string[];
  readonly max_value?: number;
}

export const UNRESTRICTED: SessionScope = {
  allowed_tools: null,
  forbidden_data_classes: null,
  jurisdiction: null,
  max_value: null,
};

/** The scope of a session that is opened directly: what is left out, an empty list, 0 and an empty text are unrestricted. */
export function scopeAtStart(request: RequestedScope = {}): SessionScope {
  return {
    allowed_tools: stated(request.allowed_tools),
    forbidden_data_classes: stated(request.forbidden_data_classes),
    jurisdiction: request.jurisdiction || null,
    max_value: request.max_value || null,
  };
}

/**
 * The scope of a delegated session. Tools are those that parent and request have in common, the cap is the lower of both;
 * left out, empty or 0 takes the parent's. Jurisdiction and forbidden classes are the parent's: a delegation states none.
 */
export function narrowScope(parent: SessionScope, request: NarrowedScope): SessionScope {
  const tools = stated(request.allowed_tools);
  const { allowed_tools: parentTools } = parent;
  const cap = request.max_value || null;
  return {
    allowed_tools: tools === null || parentTools === null ? (tools ?? parentTools) : common(parentTools, tools),
    forbidden_data_classes: parent.forbidden_data_classes,
    jurisdiction: parent.jurisdiction,
    max_value: cap === null || parent.max_value === null ? (cap ?? parent.max_value) : Math.min(cap, parent.max_value),
  };
}

/** Whether whatever the child permits the parent permits too. */
export function isWithinScope(child: SessionScope, parent: SessionScope): boolean {
  const { allowed_tools: tools, forbidden_data_classes: forbidden } = parent;
  const parentTools = new Set(tools);
  return (
    (tools === null || (child.allowed_tools?.every((tool) => parentTools.has(tool)) ?? false)) &&
    (forbidden?.every((name) => hasDataClass(child.forbidden_data_classes ?? [], name)) ?? true) &&
    (parent.jurisdiction === null || child.jurisdiction === parent.jurisdiction) &&
    (parent.max_value === null || (child.max_value !== null && child.max_value <= parent.max_value))
  );
}

/** Whether a data class is among these. Upper and lower case are one: who forbids `phi` forbids `PHI`. */
export function hasDataClass(classes: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase();
  return classes.some((one) => one.toLowerCase() === wanted);
}

/** A scope as JSON, its members in the order of the contract. */
export function scopeJson(scope: SessionScope): JsonObject {
  const { allowed_tools, forbidden_data_classes, jurisdiction, max_value } = scope;
  return { allowed_tools, forbidden_data_classes, jurisdiction, max_value };
}

/** SHA-256 of the scope's canonical JSON, 32 bytes. */
export function scopeHash(scope: SessionScope): Uint8Array {
  return sha256(canonicalBytes(scopeJson(scope)));
}

function stated(names: readonly string[] | undefined): readonly string[] | null {
  return names === undefined || names.length === 0 ? null : names;
}

function common(parent: readonly string[], requested: readonly string[]): readonly string[] {
  const wanted = new Set(requested);
  return parent.filter((name) => wanted.has(name));
}

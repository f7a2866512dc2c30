/**
 * Decides whether an act is permitted: five gates, each of which may refuse, in the order organisation, team, project,
 * session, action (decisions, section 9). Live decisions and forks use this same code.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { type AgentNode, kindOf, type NodeKind } from './node.ts';
import { hasDataClass, type SessionScope } from './scope.ts';

/** Limits as they stand, without the start request's rule for empty ones: an empty list of tools allows none. */
export interface AgentPolicy {
  readonly max_value?: number;
  readonly allowed_tools?: readonly string[];
  readonly forbidden_data_classes?: readonly string[];
  /** Empty: none is demanded. */
  readonly jurisdiction?: string;
  readonly denied_actions?: readonly string[];
}

export const GATE_SCOPES = ['organisation', 'team', 'project', 'session', 'action'] as const;
export type GateScope = (typeof GATE_SCOPES)[number];

export interface Gate {
  readonly scope: GateScope;
  readonly policy: AgentPolicy;
}

/** What a gate may look at. */
const JUDGED_ATTRIBUTES = ['value', 'jurisdiction', 'data_class'] as const;
export type JudgedAttribute = (typeof JUDGED_ATTRIBUTES)[number];

/** What is to be judged. What an act does not state passes. */
export interface Act {
  readonly kind: NodeKind;
  /** The caller's name for the act; `tool.call` for a call of a tool, `exposure.check` for a check of a data class. */
  readonly action_type: string;
  readonly tool?: string;
  readonly data_class?: string;
  readonly value?: number;
  readonly jurisdiction?: string;
  /** The attribute whose value is in no form that can be judged: the gate `action` refuses the act. */
  readonly unreadable?: JudgedAttribute;
}

export interface Decision {
  readonly allowed: boolean;
  /** `<scope>.<member>` of the first rule that refuses; null where none does. */
  readonly rule: string | null;
}

const ALLOWED: Decision = { allowed: true, rule: null };

/** The action type under which calls of tools are judged, and with which `policy/evaluate` may ask about one. */
export const TOOL_CALL = 'tool.call';
export const EXPOSURE_CHECK = 'exposure.check';
/** A target resource that begins so is a tool. */
const TOOL_RESOURCE = 'svc.tool.';

/** The gates may come in any order; several of one scope hold together. */
export function decide(gates: readonly Gate[], act: Act): Decision {
  for (const scope of GATE_SCOPES) {
    for (const gate of gates) {
      const member = gate.scope === scope ? refusingMember(gate.policy, act) : null;
      if (member !== null) return { allowed: false, rule: `${scope}.${member}` };
    }
  }
  return act.unreadable === undefined ? ALLOWED : { allowed: false, rule: `action.${act.unreadable}` };
}

function refusingMember(policy: AgentPolicy, act: Act): keyof AgentPolicy | null {
  const { max_value: cap, allowed_tools: tools, forbidden_data_classes: forbidden, denied_actions: denied } = policy;
  if (denied !== undefined && namesOf(act).some((name) => denied.includes(name))) return 'denied_actions';
  if (tools !== undefined && act.tool !== undefined && !tools.includes(act.tool)) return 'allowed_tools';
  if (forbidden !== undefined && act.data_class !== undefined && hasDataClass(forbidden, act.data_class)) {
    return 'forbidden_data_classes';
  }
  if (policy.jurisdiction && act.jurisdiction !== undefined && act.jurisdiction !== policy.jurisdiction) {
    return 'jurisdiction';
  }
  return cap !== undefined && act.value !== undefined && act.value > cap ? 'max_value' : null;
}

/** The names under which an act can be denied: its own and, where it is about a tool, `tool:<name>`. */
function namesOf({ action_type: name, tool }: Act): readonly string[] {
  return tool === undefined ? [name] : [name, `tool:${tool}`];
}

/** The limits of a session as the policy of its gate. */
export function policyOfScope(scope: SessionScope): AgentPolicy {
  return {
    ...(scope.allowed_tools === null ? {} : { allowed_tools: scope.allowed_tools }),
    ...(scope.forbidden_data_classes === null ? {} : { forbidden_data_classes: scope.forbidden_data_classes }),
    ...(scope.jurisdiction === null ? {} : { jurisdiction: scope.jurisdiction }),
    ...(scope.max_value === null ? {} : { max_value: scope.max_value }),
  };
}

/** `details.status` of an exposure check, from the decision. Only names were judged; no data was looked at. */
export function exposureStatus({ allowed }: Decision): 'clean' | 'exposed' {
  return allowed ? 'clean' : 'exposed';
}

type StatedAttributes = Pick<Act, 'value' | 'jurisdiction' | 'data_class' | 'unreadable'>;

/** Decimal digits, with or without a fraction. Sign, exponent and white space are no form of an amount. */
const DECIMAL = /^\d{1,300}(?:\.\d{1,300})?$/;

/**
 * Reads `.value`, `.jurisdiction` and `.data_class` of an action's metadata or a policy evaluation's parameters. A value
 * is a number, or text of decimal digits, from 0 on. The first member in another form is `unreadable`.
 */
export function statedIn(members: JsonObject | undefined): StatedAttributes {
  if (members === undefined) return {};
  const value = readValue(own(members, 'value'));
  const jurisdiction = readText(own(members, 'jurisdiction'));
  const dataClass = readText(own(members, 'data_class'));
  const unreadable =
    value === null ? 'value' : jurisdiction === null ? 'jurisdiction' : dataClass === null ? 'data_class' : undefined;
  return {
    ...(value === undefined || value === null ? {} : { value }),
    ...(jurisdiction ? { jurisdiction } : {}),
    ...(dataClass ? { data_class: dataClass } : {}),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

function own(members: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The stated value: undefined where there is none, null where it has no valid form. */
function readValue(stated: JsonValue | undefined): number | null | undefined {
  if (stated === undefined) return undefined;
  const value = typeof stated === 'string' && DECIMAL.test(stated) ? roundedUp(stated) : stated;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The least double that is not below a decimal text, so that a value just above a cap never rounds down to the cap. */
function roundedUp(text: string): number {
  const nearest = Number(text);
  if (!Number.isFinite(nearest)) return nearest;
  const stated = decimalOf(text);
  const held = decimalOf(String(nearest));
  const scale = Math.max(stated.scale, held.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  if (at(stated) <= at(held)) return nearest;
  // The bits of doubles from 0 on are in their order.
  const bits = new BigUint64Array(new Float64Array([nearest]).buffer);
  for (const [i, own] of bits.entries()) bits[i] = own + 1n;
  const [above = nearest] = new Float64Array(bits.buffer);
  return above;
}

/** digits · 10^−scale. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads decimal digits with or without a fraction, or with the exponent that ECMAScript prints. */
function decimalOf(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

function readText(stated: JsonValue | undefined): string | null | undefined {
  return stated === undefined || typeof stated === 'string' ? stated : null;
}

/** `actions/attest`. */
export function actOfAction(request: { readonly action_type: string; readonly metadata?: JsonObject }): Act {
  return { ...statedIn(request.metadata), kind: 'action', action_type: request.action_type };
}

/** `tools/attest`. */
export function actOfTool(request: { readonly tool_name: string; readonly metadata?: JsonObject }): Act {
  return { ...statedIn(request.metadata), kind: 'tool', action_type: TOOL_CALL, tool: request.tool_name };
}

/** `policy/evaluate`: about a tool where the action type is `tool.call` or the target begins with `svc.tool.`. */
export function actOfEvaluation(request: {
  readonly action_type: string;
  readonly target_resource: string;
  readonly parameters?: JsonObject;
}): Act {
  return { ...statedIn(request.parameters), ...evaluated(request.action_type, request.target_resource) };
}

function evaluated(actionType: string, target: string): Pick<Act, 'kind' | 'action_type' | 'tool'> {
  const isTool = actionType === TOOL_CALL || target.startsWith(TOOL_RESOURCE);
  return { kind: 'policy', action_type: actionType, ...(isTool ? { tool: target } : {}) };
}

/** `exposure/check`. */
export function actOfExposure(request: { readonly data_class: string }): Act {
  return { kind: 'exposure', action_type: EXPOSURE_CHECK, data_class: request.data_class };
}

/**
 * What a recorded node tells of the act that was judged, null for kinds that no gate judges. `action_summary` of a policy
 * node is its target resource. What the redaction level dropped is not stated, and so passes: who decides again has to keep
 * the recorded outcome of a rule whose object is missing (`missingIn`).
 */
export function actOfNode(node: AgentNode): Act | null {
  const kind = kindOf(node.action_type);
  const { metadata, parameters, value, jurisdiction, unreadable: marked } = node.details;
  const opened = statedIn(isJsonObject(parameters) ? parameters : isJsonObject(metadata) ? metadata : undefined);
  // Receipts without the mark are older: what was unreadable shows from the parameters that they keep.
  const unreadable = JUDGED_ATTRIBUTES.find((name) => name === marked) ?? opened.unreadable;
  const kept: StatedAttributes = {
    ...(opened.data_class === undefined ? {} : { data_class: opened.data_class }),
    ...(typeof value === 'number' ? { value } : {}),
    ...(typeof jurisdiction === 'string' ? { jurisdiction } : {}),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
  const named = node.action_type.slice(kind.length + 1);
  switch (kind) {
    case 'action':
      return { ...kept, kind, action_type: node.action_type };
    case 'tool':
      return { ...kept, kind, action_type: TOOL_CALL, ...(named === '' ? {} : { tool: named }) };
    case 'policy':
      return { ...kept, ...evaluatedAgain(named, node.action_summary) };
    case 'exposure':
      return { kind, action_type: EXPOSURE_CHECK, ...(named === '' ? {} : { data_class: named }) };
    default:
      return null;
  }
}

/** Like `evaluated`, for a node whose target or action type may have been redacted. */
function evaluatedAgain(actionType: string, target: string): Pick<Act, 'kind' | 'action_type' | 'tool'> {
  return target === '' ? { kind: 'policy', action_type: actionType } : evaluated(actionType, target);
}

/** Whether the redaction level dropped what a rule looked at: then the recorded refusal has to stand. */
export function missingIn(act: Act, rule: string): boolean {
  if (rule.startsWith('action.')) return rule !== `action.${act.unreadable}`;
  switch (rule.slice(rule.indexOf('.') + 1)) {
    case 'max_value':
      return act.value === undefined;
    case 'jurisdiction':
      return act.jurisdiction === undefined;
    case 'allowed_tools':
      return act.tool === undefined;
    case 'forbidden_data_classes':
      return act.data_class === undefined;
    case 'denied_actions':
      // At the level `redacted` an action is called `action`, a policy's action type is empty and a tool has no name.
      return act.kind === 'tool' ? act.tool === undefined : act.action_type === '' || act.action_type === act.kind;
    default:
      return true;
  }
}

/** A policy as a person edits it, and back. */
import type { AgentPolicy as ReadablePolicy } from '@touchstone/core/agent/policy.ts';
import type { policies } from '@touchstone/core/api/admin/policies.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { DraftOf, FieldErrors } from '../../../../parts/form/use-draft.ts';
import { words } from '../../../../words/record/agents-policies.ts';

export type Policy = InputOf<typeof policies.set>['body'];

export const EMPTY_DRAFT = {
  // A decimal number; empty where no value is too high.
  max_value: '',
  // Tools, classes and actions: one name in each line. Tools count only where `limitsTools` is set.
  allowed_tools: '',
  // Set with no name: no tool may be used.
  limitsTools: false,
  forbidden_data_classes: '',
  jurisdiction: '',
  denied_actions: '',
} satisfies DraftOf<typeof policies.set, 'limitsTools'>;
export type PolicyDraft = typeof EMPTY_DRAFT;

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly faults: FieldErrors<keyof PolicyDraft> };

const MOST_NAMES = 1_000;
const MOST_NAME = 200;
const MOST_JURISDICTION = 100;

export function draftOf(policy: Policy): PolicyDraft {
  return {
    max_value: policy.max_value === undefined ? '' : decimalText(policy.max_value),
    allowed_tools: (policy.allowed_tools ?? []).join('\n'),
    limitsTools: policy.allowed_tools !== undefined,
    forbidden_data_classes: (policy.forbidden_data_classes ?? []).join('\n'),
    jurisdiction: policy.jurisdiction ?? '',
    denied_actions: (policy.denied_actions ?? []).join('\n'),
  };
}

/** The policy that a draft states; what is left empty is no member of it. */
export function readDraft(draft: PolicyDraft): ReadPolicy {
  const tools = namesOf(draft.allowed_tools);
  const classes = namesOf(draft.forbidden_data_classes);
  const actions = namesOf(draft.denied_actions);
  const jurisdiction = draft.jurisdiction.trim();
  const maxValue = draft.max_value.trim();
  const faults = {
    max_value: maxValue === '' || isDecimal(maxValue) ? '' : words.trouble.maxValue,
    allowed_tools: draft.limitsTools ? namesFault(tools) : '',
    forbidden_data_classes: namesFault(classes),
    denied_actions: namesFault(actions),
    jurisdiction: jurisdictionFault(jurisdiction),
  };
  if (Object.values(faults).some((fault) => fault !== '')) return { ok: false, faults };
  return {
    ok: true,
    policy: {
      ...(maxValue === '' ? {} : { max_value: Number(maxValue) }),
      ...(draft.limitsTools ? { allowed_tools: tools } : {}),
      ...(classes.length === 0 ? {} : { forbidden_data_classes: classes }),
      ...(jurisdiction === '' ? {} : { jurisdiction }),
      ...(actions.length === 0 ? {} : { denied_actions: actions }),
    },
  };
}

/** Names of several lines: trimmed, each once, without empty lines. */
export function namesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

function namesFault(names: readonly string[]): string {
  const { trouble } = words;
  if (names.length > MOST_NAMES) return trouble.tooManyNames(MOST_NAMES);
  const long = names.find((name) => [...name].length > MOST_NAME);
  if (long !== undefined) return trouble.longName(MOST_NAME, [...long].slice(0, 20).join(''));
  return names.every((name) => name.isWellFormed()) ? '' : trouble.halfCharacter;
}

function jurisdictionFault(jurisdiction: string): string {
  if ([...jurisdiction].length > MOST_JURISDICTION) return words.trouble.longJurisdiction(MOST_JURISDICTION);
  return jurisdiction.isWellFormed() ? '' : words.trouble.halfCharacter;
}

function isDecimal(text: string): boolean {
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text) && Number.isFinite(Number(text));
}

/** A number without an exponent, as the field takes it. */
function decimalText(value: number): string {
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Whether two policies state the same, whatever the order of their names. */
export function samePolicy(a: Policy, b: Policy): boolean {
  return normal(a) === normal(b);
}

function normal(policy: Policy): string {
  const names = (list: readonly string[] | undefined) => (list === undefined ? null : [...new Set(list)].sort());
  return JSON.stringify([
    policy.max_value ?? null,
    names(policy.allowed_tools),
    names(policy.forbidden_data_classes ?? []),
    policy.jurisdiction ?? '',
    names(policy.denied_actions ?? []),
  ]);
}

const VALUE = new Intl.NumberFormat('en', { maximumFractionDigits: 15 });

/** What each rule of a policy says, one sentence each; empty where it restricts nothing. */
export function ruleSentences(policy: ReadablePolicy): readonly string[] {
  const { max_value, allowed_tools, forbidden_data_classes = [], jurisdiction = '', denied_actions = [] } = policy;
  const { sentences } = words;
  return [
    ...(max_value === undefined ? [] : [sentences.maxValue(VALUE.format(max_value))]),
    ...(allowed_tools === undefined
      ? []
      : [allowed_tools.length === 0 ? sentences.noTools : sentences.tools(allowed_tools.join(', '))]),
    ...(forbidden_data_classes.length === 0 ? [] : [sentences.classes(forbidden_data_classes.join(', '))]),
    ...(jurisdiction === '' ? [] : [sentences.jurisdiction(jurisdiction)]),
    ...(denied_actions.length === 0 ? [] : [sentences.actions(denied_actions.join(', '))]),
  ];
}

export interface RuleFact {
  readonly rule: keyof Policy;
  readonly values: readonly string[];
}

/** The rules of a policy with what they name; empty where it restricts nothing. */
export function ruleFacts(policy: Policy): readonly RuleFact[] {
  const { max_value, allowed_tools, forbidden_data_classes = [], jurisdiction = '', denied_actions = [] } = policy;
  const rules: readonly RuleFact[] = [
    { rule: 'max_value', values: max_value === undefined ? [] : [VALUE.format(max_value)] },
    { rule: 'allowed_tools', values: allowed_tools?.length === 0 ? [words.noTools] : (allowed_tools ?? []) },
    { rule: 'forbidden_data_classes', values: forbidden_data_classes },
    { rule: 'jurisdiction', values: jurisdiction === '' ? [] : [jurisdiction] },
    { rule: 'denied_actions', values: denied_actions },
  ];
  return rules.filter(({ values }) => values.length > 0);
}

/** What the rule of a decision is called, for people. */
import type { AgentPolicy, GateScope } from '@touchstone/core/agent/policy.ts';
import type { Policy } from './policy-draft.ts';

const SCOPES: Readonly<Record<GateScope, string>> = {
  organisation: 'Policy of the organisation',
  team: 'Policy of the team',
  project: 'Policy of the project',
  session: 'Scope of the session',
  action: 'The action itself',
};

const MEMBERS: Readonly<Record<keyof Policy, string>> = {
  max_value: 'highest value',
  allowed_tools: 'permitted tools',
  forbidden_data_classes: 'forbidden data classes',
  jurisdiction: 'jurisdiction',
  denied_actions: 'denied actions',
};

const UNREADABLE: Readonly<Record<string, string>> = {
  value: 'its value is stated in a form that cannot be judged',
  jurisdiction: 'its jurisdiction is stated in a form that cannot be judged',
  data_class: 'its data class is stated in a form that cannot be judged',
};

/** `session.max_value` as "Scope of the session: highest value"; a rule of another form as it is. */
export function ruleWords(rule: string): string {
  const dot = rule.indexOf('.');
  const scope = lookUp(SCOPES, rule.slice(0, dot));
  const member = rule.slice(dot + 1);
  const what = scope === SCOPES.action ? lookUp(UNREADABLE, member) : lookUp(MEMBERS, member);
  return scope === undefined || what === undefined ? rule : `${scope}: ${what}`;
}

/** The same in a fork, where a member that its policy states takes the place of the session's. */
export function forkRuleWords(rule: string, policy: AgentPolicy): string {
  const member = /^session\.(.+)$/.exec(rule)?.[1];
  const stated = member !== undefined && Object.hasOwn(policy, member) ? lookUp(MEMBERS, member) : undefined;
  return stated === undefined ? ruleWords(rule) : `Policy of the fork: ${stated}`;
}

function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

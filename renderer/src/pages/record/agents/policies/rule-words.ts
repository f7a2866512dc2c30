/** What the rule of a decision is called, for people. */
import type { AgentPolicy, GateScope } from '@touchstone/core/agent/policy.ts';
import { words } from '../../../../words/record/agents-policies.ts';
import type { Policy } from './policy-draft.ts';

const { gates } = words;
const SCOPES: Readonly<Record<GateScope, string>> = gates.scopes;
const MEMBERS: Readonly<Record<keyof Policy, string>> = gates.members;
const UNREADABLE: Readonly<Record<string, string>> = gates.unreadable;

/** `session.max_value` as "Scope of the session: highest value"; a rule of another form as it is. */
export function ruleWords(rule: string): string {
  const dot = rule.indexOf('.');
  const scope = lookUp(SCOPES, rule.slice(0, dot));
  const member = rule.slice(dot + 1);
  const what = scope === SCOPES.action ? lookUp(UNREADABLE, member) : lookUp(MEMBERS, member);
  return scope === undefined || what === undefined ? rule : gates.rule(scope, what);
}

/** The same in a fork, where a member that its policy states takes the place of the session's. */
export function forkRuleWords(rule: string, policy: AgentPolicy): string {
  const member = /^session\.(.+)$/.exec(rule)?.[1];
  const stated = member !== undefined && Object.hasOwn(policy, member) ? lookUp(MEMBERS, member) : undefined;
  return stated === undefined ? ruleWords(rule) : gates.rule(gates.fork, stated);
}

function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

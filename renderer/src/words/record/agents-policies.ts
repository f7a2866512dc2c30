import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { rich } from '../rich.ts';

/** Policies of agents: for whom they hold, their rules, and setting them. Also the rules that receipts and forks name. */
export const words = {
  lead: 'Every policy that applies must permit an act, and so must the scope of the session. The organisation is asked first, then team, project, session and the act itself. A policy decides what receipts say; it does not stop an agent.',
  audit: (page: ReactNode, action: ReactNode) => rich`Every change is recorded in the ${page} as ${action}.`,
  auditPage: 'audit',
  loading: 'Loading the policies',
  what: 'The policies',
  set: (time: ReactNode) => rich`Set ${time}`,
  change: 'Change',
  changeOne: (place: string) => `Change the policy: ${place}`,
  remove: 'Remove',
  removeOne: (place: string) => `Remove the policy: ${place}`,
  removing: 'Removing the policy',
  notRemoved: 'The policy was not removed',
  saved: (place: string) => `Policy saved: ${place}`,
  removed: (place: string) => `Policy removed: ${place}`,
  undone: 'The previous policy is in force again',
  notUndone: 'The previous policy could not be restored',
  nothing: 'No restrictions.',
  noTools: 'none',

  places: {
    organisation: 'The organisation',
    everyTeam: 'Every team',
    team: (name: string) => `Team ${name}`,
    everyProject: 'Every project',
    project: (id: string) => `Project ${id}`,
  },
  placeMeanings: {
    organisation: 'Applies to every agent on this server.',
    team: 'Applies to the agents that were registered for a tenant, or for any tenant.',
    project: 'Applies to the agents of one project, or of every project.',
  },

  rules: {
    max_value: 'Highest value',
    allowed_tools: 'Allowed tools',
    forbidden_data_classes: 'Forbidden data classes',
    jurisdiction: 'Jurisdiction',
    denied_actions: 'Denied actions',
  },

  sentences: {
    maxValue: (value: string) => `An action is worth at most ${value}.`,
    noTools: 'No tool may be used.',
    tools: (names: string) => `Only these tools: ${names}.`,
    classes: (names: string) => `Not these data classes: ${names}.`,
    jurisdiction: (name: string) => `Only in ${name}.`,
    actions: (names: string) => `Never these actions: ${names}.`,
  },

  /** What a receipt names as the rule of a decision. */
  gates: {
    scopes: {
      organisation: 'Policy of the organisation',
      team: 'Policy of the team',
      project: 'Policy of the project',
      session: 'Scope of the session',
      action: 'The action itself',
    },
    fork: 'Policy of the fork',
    rule: (gate: string, what: string) => `${gate}: ${what}`,
    members: {
      max_value: 'highest value',
      allowed_tools: 'allowed tools',
      forbidden_data_classes: 'forbidden data classes',
      jurisdiction: 'jurisdiction',
      denied_actions: 'denied actions',
    },
    unreadable: {
      value: 'the value is stated in a form that cannot be judged',
      jurisdiction: 'the jurisdiction is stated in a form that cannot be judged',
      data_class: 'the data class is stated in a form that cannot be judged',
    },
  },

  empty: {
    title: 'No policies yet',
    text: 'Until one is set, sessions are limited only by their own scope and by the rules for actions.',
  },

  form: {
    verb: 'Set policy',
    title: 'Set a policy',
    changeTitle: (place: string) => `Change: ${place}`,
    send: 'Save policy',
    busy: 'Saving the policy',
    failed: 'The policy was not saved',
    forWhom: 'For whom',
    scopes: { organisation: 'The organisation', team: 'Teams', project: 'Projects' },
    tenant: 'Tenant',
    tenantHint: 'As agents were registered. Empty: every team.',
    project: 'Project id',
    projectHint: (id: string) => `This window acts for ${id}. Empty: every project.`,
    longName: (most: number) => `A name has at most ${formatCount(most)} characters.`,
    replaces: 'There is a policy here already. Saving replaces it.',
    effect: 'Takes effect at once, also in open sessions. What is recorded does not change.',
    whenEmpty: 'Empty: no such rule.',
  },

  fields: {
    maxValue: 'Highest value of one action',
    maxValueHint: (whenEmpty: string) =>
      `Acts that state a higher value are refused; acts without a value pass. ${whenEmpty}`,
    jurisdiction: 'Jurisdiction',
    jurisdictionHint: (whenEmpty: string) =>
      `Acts that state another one, such as EU, are refused; acts without one pass. ${whenEmpty}`,
    limitsTools: 'Allow only these tools',
    limitsToolsHint: 'Ticked with no name below: no tool may be used.',
    tools: 'Allowed tools, one per line',
    classes: 'Forbidden data classes, one per line',
    classesHint: (whenEmpty: string) => `Only the name counts, such as phi; data is not inspected. ${whenEmpty}`,
    actions: 'Denied actions, one per line',
    actionsHint: (whenEmpty: string) =>
      `Action types that are refused, such as payment.execute; for a tool, tool:<name>. ${whenEmpty}`,
  },

  trouble: {
    maxValue: 'Enter a number from 0 in digits, such as 500 or 120.50, or nothing.',
    halfCharacter: 'This text contains half of a character pair. Enter it again.',
    tooManyNames: (most: number) => `At most ${formatCount(most)} names.`,
    longName: (most: number, start: string) =>
      `A name has at most ${formatCount(most)} characters; “${start}…” has more.`,
    longJurisdiction: (most: number) => `A jurisdiction has at most ${formatCount(most)} characters.`,
  },
} as const;

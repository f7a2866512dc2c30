import type { ReactNode } from 'react';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The Webhooks page. */
export const words = {
  title: 'Webhooks',
  lead: 'This server sends signed notices, for example when a key is revoked, to addresses that you set.',
  noWayOut: 'This server cannot send: notices stay queued.',

  facts: {
    webhooks: 'Webhooks',
    queued: 'Notices queued',
    dead: 'Given up',
    show: (label: string, count: string) => `Show: ${label}, ${count}`,
  },

  list: {
    title: 'Addresses',
    caption: 'Webhooks of this server',
    loading: 'Loading the webhooks',
    what: 'The webhooks',
    columns: { project: 'For', url: 'Address', changed: 'Set', acts: 'Actions' },
    all: 'All projects',
    allHint: 'without their own webhook',
    isPrivate: 'private addresses allowed',
    change: 'Change',
    changeOne: (name: string) => `Change the webhook for ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove the webhook for ${name}`,
    nameAll: 'all projects',
  },

  empty: {
    title: 'No webhooks yet',
    text: 'Without a webhook no notices are sent. The history of each key records the same events.',
  },

  set: {
    verb: 'New webhook',
    title: 'New webhook',
    change: 'Change the webhook',
    send: 'Save and create a secret',
    busy: 'Saving the webhook',
    failed: 'The webhook was not saved',
    for: 'For',
    forAll: 'All projects that have no webhook of their own',
    forLocal: (project: string) => `The local project (${project})`,
    forProject: (project: string) => `The project ${project}`,
    url: 'Address',
    urlHint: 'https, or http with an IP address and port.',
    urlExample: 'https://hooks.example.com/touchstone',
    numeric: 'You named an IP address, so notices are sent there even if it is in a private network.',
    allowPrivate: 'Allow an address in a private network',
    allowPrivateHint: 'Otherwise notices are not sent to a name that leads into a private network or to this machine.',
    replaces: 'If these projects already have a webhook, this one replaces it. The secret is new in any case.',
    newSecret: 'The present secret stops working at once. Give the new one to the receiver.',
    trouble: {
      empty: 'Enter the address.',
      form: 'Enter an address that begins with https://, without a user name or fragment.',
      plain: 'An address without https must name an IP address and port.',
    },
  },

  secret: {
    title: 'Store the secret now',
    lead: (sentence: ReactNode) =>
      rich`${sentence} Give it to the receiver, which uses it to check that notices come from this server.`,
    once: 'The secret is shown only this once.',
    label: 'Webhook secret',
    check: (signature: ReactNode, id: ReactNode, time: ReactNode, version: ReactNode) =>
      rich`Each notice carries ${signature}: HMAC-SHA3-256 in hexadecimal, with the text of the secret as key, over ${version}, a zero byte, ${id}, a line feed, ${time}, a line feed and the body. A notice can arrive more than once; repetitions have the same id.`,
    done: 'I have stored the secret',
    warning:
      'The secret cannot be shown again. Store it, then press "I have stored the secret". If you lose it, change the webhook to get a new one.',
  },

  remove: {
    title: 'Remove the webhook',
    send: 'Remove',
    busy: 'Removing',
    failed: 'The webhook was not removed',
    done: 'The webhook was removed',
    all: 'Notices queued for this webhook are given up. Later ones are sent only for projects that have a webhook of their own.',
    one: 'Notices queued for this webhook are given up. Later ones go to the webhook for all projects, if there is one.',
    again: 'The secret is deleted. You can set a webhook again at any time; the secret will be a new one.',
    typeName: (name: ReactNode) => rich`Type ${name} to confirm`,
    nameTrouble: 'The id is different.',
  },

  states: { queued: 'Queued', delivered: 'Delivered', dead: 'Given up' },

  notices: {
    title: 'Notices',
    lead: 'Notices that are not accepted are sent again for about two days.',
    label: 'Notices',
    names: ['notice', 'notices'],
    loading: 'Loading the notices',
    what: 'The notices',
    none: 'No notices yet.',
    find: 'Find a notice',
    state: 'Status',
    noMatch: 'No notice matches the filters.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the id.`,
    cut: 'There are more, which are not listed.',
    columns: {
      event: 'Event',
      state: 'Status',
      attempts: 'Attempts',
      answer: 'Last answer',
      project: 'Project',
      created: 'Created',
    },
    answer: (status: number) => `status ${status}`,
    noAnswer: 'none yet',
  },

  notice: {
    title: 'Notice',
    state: 'Status',
    event: 'Event',
    id: 'Id',
    copyId: 'notice id',
    project: 'Project',
    created: 'Created',
    attempts: 'Attempts',
    next: 'Next attempt',
    lastStatus: 'Last status',
    lastError: 'Last error',
    finished: 'Finished',
    retry: 'Send again',
    busy: 'Queuing',
    failed: 'The notice was not queued',
    queued: 'The notice is queued again',
    canRetry:
      'Given up after the last attempt. If you send it again, it goes to the present address, signed with the present secret.',
    cannotRetry:
      'The webhook was removed, so the notice cannot be sent any more. The history of the key records the event.',
  },
} as const;

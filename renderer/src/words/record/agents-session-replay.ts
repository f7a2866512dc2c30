import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');

/** The replay of a session: what had been recorded at a moment. */
export const words = {
  lead: 'A replay reads what was recorded, in order. Nothing runs again and nothing is written.',
  empty: 'This session has no receipts to replay',
  loading: 'Loading the receipts',
  soFar: (count: number) => `Loading the receipts, ${formatCount(count)} so far`,

  line: {
    label: 'Moment of the session',
    moment: (row: number, count: number, time: string) =>
      `Receipt ${formatCount(row)} of ${formatCount(count)}, ${time}`,
    first: 'First receipt',
    previous: 'Previous receipt',
    next: 'Next receipt',
    last: 'Last receipt',
  },

  state: {
    title: 'At this moment',
    newest: 'Newest receipt',
    show: 'Show in the tree',
    recorded: 'Recorded so far',
    failures: 'Failures',
    none: 'No failures',
    checkpoint: 'Memory checkpoint',
    noCheckpoint: 'None yet',
    checkpointAt: (number: number, time: string) => `Receipt ${formatCount(number)}, ${time}`,
    memoryLabel: 'hash of the memory',
    head: 'Head of the chain',
    headLabel: 'hash of the newest receipt',
    stored: 'As stored by the service.',
    computed: 'Computed here from the receipt.',
    headFailed: 'The receipt could not be loaded.',
    headLoading: 'Loading the receipt',
    counts: (counts: {
      readonly nodes: number;
      readonly tools: number;
      readonly actions: number;
      readonly decisions: number;
      readonly delegations: number;
    }) =>
      [
        receipts(counts.nodes),
        counted(counts.tools, 'tool call', 'tool calls'),
        counted(counts.actions, 'action', 'actions'),
        counted(counts.decisions, 'policy decision', 'policy decisions'),
        counted(counts.delegations, 'delegation', 'delegations'),
      ].join(', '),
    denied: (count: number) => `${formatCount(count)} denied by a rule`,
    violations: (count: number) => `${formatCount(count)} ran although forbidden`,
    failed: (count: number) => `${formatCount(count)} failed or timed out`,
    exposures: (count: number) => counted(count, 'data class exposed', 'data classes exposed'),
  },

  approvals: {
    title: 'Open approvals',
    what: 'The approvals',
    loading: 'Loading the approvals',
    none: 'None open.',
    waited: 'Waiting for a decision',
    noSummary: 'No summary is kept.',
    asked: (threshold: number, approvers: number, time: ReactNode) =>
      rich`${formatCount(threshold)} of ${counted(approvers, 'approver', 'approvers')} needed, requested ${time}`,
    show: 'Show the request',
    cut: (most: number) => `Only the first ${formatCount(most)} requests of this session are included.`,
  },

  service: {
    title: 'Replay by the service',
    cost: (units: string) => `Costs ${units}`,
    lead: 'The service reads the recorded receipts up to this moment and recomputes every hash and link.',
    verb: 'Replay up to this moment',
    busy: 'Replaying',
    failed: 'Nothing was replayed',
    upTo: (moment: string, nodes: number) => `Up to ${moment}: ${receipts(nodes)}`,
    asListed: ', the same number as listed here.',
    otherCount: (count: number) =>
      `, while ${formatCount(count)} are listed here. Receipts may have been added since; reload the session.`,
    at: (time: ReactNode) => rich`Replayed ${time}.`,
    broken: 'Not intact',
    brokenText: 'A hash or link of the recorded receipts does not match. Verify the chain to find the receipt.',
    match: (nodes: number) =>
      nodes === 1
        ? 'All hashes and links of the only receipt up to this moment match.'
        : `All hashes and links of the ${formatCount(nodes)} receipts up to this moment match.`,
    unsealed: 'Intact, not sealed',
    open: 'The session is open',
    notYetSealed: 'The session is not sealed yet',
    missing: (match: string, why: string) => `${match} ${why}: receipts could still be missing at the end.`,
    intact: 'Intact',
    intactText: (match: string) =>
      `${match} The session is sealed. “Verify the chain” compares all receipts with the seal. What the agent never reported is not covered.`,
  },
} as const;

/**
 * Whose vote a decision is (decisions 12.24): a key votes with all keys above and below it and with those that replaced it;
 * console and administrator together are one voter.
 */

import { storedScopes } from '@touchstone/core/api/key-scopes.ts';
import { isLiving } from '../accounts/key-trees.ts';
import { findApiKey, livingKeysOf } from '../accounts/store/api-keys.ts';
import type { Db } from '../store/engine.ts';

/** Console and administrator. */
export const ADMINISTRATION = 'administration';

/** Most voters, and keys of one, that an answer names. */
const MOST_NAMED = 100;

/** The voter of a caller; a key that is gone meanwhile votes for itself. */
export async function voterOf(db: Db, keyId: string | null): Promise<string> {
  if (keyId === null) return ADMINISTRATION;
  return (await findApiKey(db, keyId))?.voter ?? keyId;
}

/** Whether an approver is named by a key's id, so that only the voter of that key decides in its name. */
export function isKeyId(approver: string): boolean {
  return /^ak_[0-9a-f]{16}$/.test(approver);
}

/** What of an approval says who can still vote. */
export interface Ballot {
  readonly approvers: readonly string[];
  /** The voter that asked. */
  readonly asker: string;
  readonly allowsAsker: boolean;
  readonly votes: readonly { readonly approver: string; readonly voter: string }[];
}

export interface RemainingApprovers {
  /** Whether somebody may vote under a name that is no key's. */
  readonly hasFreeName: boolean;
  /** The voters who may vote in the name of a key. */
  readonly named: ReadonlySet<string>;
  /** Listed keys that cannot vote: their voter asked, has voted under another name, or is listed twice. */
  readonly barred: number;
}

/** Which of the listed approvers can still vote. */
export async function approversLeft(db: Db, ballot: Ballot): Promise<RemainingApprovers> {
  const waiting = ballot.approvers.filter((name) => !ballot.votes.some(({ approver }) => approver === name));
  const named = new Set<string>();
  let barred = 0;
  for (const name of waiting.filter(isKeyId)) {
    const voter = await voterOf(db, name);
    if (named.has(voter) || !mayVote(ballot, voter)) barred++;
    else named.add(voter);
  }
  return { hasFreeName: waiting.some((name) => !isKeyId(name)), named, barred };
}

/** Whether a voter has neither asked, where that bars, nor voted. */
export function mayVote({ asker, allowsAsker, votes }: Ballot, voter: string): boolean {
  return (allowsAsker || voter !== asker) && !votes.some((vote) => vote.voter === voter);
}

export interface Voter {
  readonly voter: string;
  readonly key_ids: string[];
}

/** The voters of a project at a time: its keys that may decide, and console and administrator. */
export async function votersOf(db: Db, projectId: string, now: number): Promise<readonly Voter[]> {
  const voters = new Map<string, Voter>([[ADMINISTRATION, { voter: ADMINISTRATION, key_ids: [] }]]);
  for (const key of await livingKeysOf(db, projectId, now)) {
    const scopes = storedScopes(key.scopes);
    if (!isLiving(key, now) || (scopes !== '*' && !scopes.includes('approve'))) continue;
    const voter = voters.get(key.voter) ?? { voter: key.voter, key_ids: [] };
    if (voter.key_ids.length < MOST_NAMED) voter.key_ids.push(key.id);
    voters.set(key.voter, voter);
  }
  return [...voters.values()];
}

/** Those of a project's voters who could vote on an approval now. */
export async function votersLeft(db: Db, ballot: Ballot, voters: readonly Voter[]): Promise<Voter[]> {
  const { hasFreeName, named } = await approversLeft(db, ballot);
  return voters.filter(({ voter }) => mayVote(ballot, voter) && (hasFreeName || named.has(voter))).slice(0, MOST_NAMED);
}

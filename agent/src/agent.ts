/**
 * `@touchstone/agent`: the SDK on Node. Every value is declared with one of the public types, from which `build.ts` makes
 * the declarations of the package.
 */

import { contextHash as hashOfContext, hashOf as hashOfPayload } from '@touchstone/core/agent/sdk/hashing.ts';
import { createMemoryOutbox as newMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import type { Message } from '@touchstone/core/agent/sdk/types/acts.ts';
import type { AgentDefaults, AgentEntry } from '@touchstone/core/agent/sdk/types/agent.ts';
import type { Outbox } from '@touchstone/core/agent/sdk/types/outbox.ts';
import { agentsOn, DEFAULTS } from '@touchstone/core/agent/sdk.ts';
import { openFileOutbox as openOutboxFile } from './file-outbox.ts';
import { nodePlatform } from './node-platform.ts';

export type * from '@touchstone/core/agent/sdk/types/acts.ts';
export type * from '@touchstone/core/agent/sdk/types/agent.ts';
export type * from '@touchstone/core/agent/sdk/types/connection.ts';
export type * from '@touchstone/core/agent/sdk/types/failures.ts';
export type * from '@touchstone/core/agent/sdk/types/outbox.ts';
export type * from '@touchstone/core/agent/sdk/types/receipt.ts';
export type * from '@touchstone/core/agent/sdk/types/session.ts';
export type * from '@touchstone/core/agent/sdk/types/verification.ts';

/** Registers agents and opens their sessions. */
export const Agent: AgentEntry = agentsOn(nodePlatform);

/** What holds where nothing is stated. */
export const defaults: AgentDefaults = DEFAULTS;

/** An outbox in a file, for one process of this machine. Rejects with OutboxError where it cannot be used. */
export const openFileOutbox: (file: string) => Promise<Outbox> = openOutboxFile;

/** The outbox that is used unless one is stated. */
export const createMemoryOutbox: () => Outbox = newMemoryOutbox;

/** SHA-256 of the canonical JSON of a payload, hexadecimal. Throws TypeError where the value cannot be read. */
export const hashOf: (value: unknown) => string = hashOfPayload;

/** SHA-256 over messages as `role:content`, joined by newline, hexadecimal. */
export const contextHash: (messages: readonly Message[]) => string = hashOfContext;

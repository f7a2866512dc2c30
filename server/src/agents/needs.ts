/** What the room of agents needs of others. */

import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import type { Product } from '../frame/build-facts.ts';
import type { RunJob } from '../frame/job.ts';
import type { KeySets } from '../key-sets/key-sets.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Chains } from '../ledger/chain.ts';
import type { Db } from '../store/engine.ts';
import type { TrustStoreAccess } from '../trust/store-file.ts';
import type { Vault } from '../vault/envelope.ts';
import type { AgentKeys } from './agent-keys.ts';

export interface AgentNeeds {
  readonly dataDir: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly vault: Vault;
  readonly agentKeys: AgentKeys;
  readonly run: RunJob;
  readonly signer: SignatureProvider;
  readonly keySets: KeySets;
  readonly statements: Statements;
  readonly chains: Chains;
  readonly trustStore: TrustStoreAccess;
  readonly product: Product;
  readonly allowedHosts: () => ReadonlySet<string>;
}

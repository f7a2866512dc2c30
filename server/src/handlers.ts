/** The list of handlers, in the tree of `core/src/api/api.ts`. */
import type { api } from '@touchstone/core/api/api.ts';
import type { Implementation } from './frame/implement.ts';
import { accounts } from './handlers/admin/accounts.ts';
import { audit } from './handlers/admin/audit.ts';
import { gatewayTargets } from './handlers/admin/gateway-targets.ts';
import { keySets } from './handlers/admin/key-sets.ts';
import { keys } from './handlers/admin/keys.ts';
import { policies } from './handlers/admin/policies.ts';
import { settings } from './handlers/admin/settings.ts';
import { storage as adminStorage } from './handlers/admin/storage.ts';
import { trust } from './handlers/admin/trust.ts';
import { trustStore } from './handlers/admin/trust-store.ts';
import { usage } from './handlers/admin/usage.ts';
import { webhooks } from './handlers/admin/webhooks.ts';
import { actions } from './handlers/agents/actions.ts';
import { agents } from './handlers/agents/agents.ts';
import { approval } from './handlers/agents/approval.ts';
import { approvals } from './handlers/agents/approvals.ts';
import { delegate } from './handlers/agents/delegate.ts';
import { exposure } from './handlers/agents/exposure.ts';
import { lineage } from './handlers/agents/lineage.ts';
import { memory } from './handlers/agents/memory.ts';
import { policy } from './handlers/agents/policy.ts';
import { proof } from './handlers/agents/proof.ts';
import { register } from './handlers/agents/register.ts';
import { replay } from './handlers/agents/replay.ts';
import { sessions } from './handlers/agents/sessions.ts';
import { tools } from './handlers/agents/tools.ts';
import { artifacts } from './handlers/artifacts/artifacts.ts';
import { changes } from './handlers/console/changes.ts';
import { find } from './handlers/console/find.ts';
import { session } from './handlers/console/session.ts';
import { state } from './handlers/console/state.ts';
import { unlock } from './handlers/console/unlock.ts';
import { ai } from './handlers/crypto/ai.ts';
import { auth as cryptoAuth } from './handlers/crypto/auth.ts';
import { biometric as cryptoBiometric } from './handlers/crypto/biometric.ts';
import { ceremony } from './handlers/crypto/ceremony.ts';
import { dilithium } from './handlers/crypto/dilithium.ts';
import { fhe } from './handlers/crypto/fhe.ts';
import { fheIq } from './handlers/crypto/fhe-iq.ts';
import { health as cryptoHealth } from './handlers/crypto/health.ts';
import { hybrid } from './handlers/crypto/hybrid.ts';
import { key } from './handlers/crypto/key.ts';
import { keys as managedKeys } from './handlers/crypto/keys.ts';
import { kyber } from './handlers/crypto/kyber.ts';
import { ledger } from './handlers/crypto/ledger.ts';
import { mpc } from './handlers/crypto/mpc.ts';
import { search } from './handlers/crypto/search.ts';
import { share } from './handlers/crypto/share.ts';
import { shield } from './handlers/crypto/shield.ts';
import { storage as cryptoStorage } from './handlers/crypto/storage.ts';
import { vault } from './handlers/crypto/vault.ts';
import { video } from './handlers/crypto/video.ts';
import { zkp } from './handlers/crypto/zkp.ts';
import { auth as platformAuth } from './handlers/platform/auth.ts';
import { biometric as platformBiometric } from './handlers/platform/biometric.ts';
import { blockchain } from './handlers/platform/blockchain.ts';
import { cache } from './handlers/platform/cache.ts';
import { chain } from './handlers/privacy/chain.ts';
import { commerce } from './handlers/privacy/commerce.ts';
import { privacy } from './handlers/privacy/privacy.ts';
import { grades } from './handlers/receipts/grades.ts';
import { log } from './handlers/receipts/log.ts';
import { receipts } from './handlers/receipts/receipts.ts';
import { auth as signingAuth } from './handlers/signing/auth.ts';
import { svcKey } from './handlers/signing/svc-key.ts';
import { health as systemHealth } from './handlers/system/health.ts';
import { openapi } from './handlers/system/openapi.ts';

type Tree = typeof api;

/** A handler for each operation, whatever it needs. */
type Complete = {
  readonly [S in keyof Tree]: {
    readonly [G in keyof Tree[S]]: Readonly<Record<keyof Tree[S][G] & string, Implementation<never>>>;
  };
};

const handlers = {
  system: { health: systemHealth, openapi },
  signing: { auth: signingAuth, svcKey },
  receipts: { receipts, log, grades },
  privacy: { privacy, commerce, chain },
  crypto: {
    dilithium,
    kyber,
    hybrid,
    fhe,
    zkp,
    mpc,
    auth: cryptoAuth,
    ceremony,
    storage: cryptoStorage,
    video,
    ai,
    search,
    biometric: cryptoBiometric,
    vault,
    ledger,
    share,
    shield,
    health: cryptoHealth,
    key,
    keys: managedKeys,
    fheIq,
  },
  platform: { auth: platformAuth, cache, blockchain, biometric: platformBiometric },
  agents: {
    agents,
    register,
    sessions,
    actions,
    tools,
    memory,
    policy,
    exposure,
    approval,
    approvals,
    delegate,
    proof,
    replay,
    lineage,
  },
  artifacts: { artifacts },
  admin: {
    accounts,
    keys,
    keySets,
    usage,
    audit,
    gatewayTargets,
    policies,
    settings,
    storage: adminStorage,
    trust,
    trustStore,
    webhooks,
  },
  console: { changes, find, session, state, unlock },
} satisfies Complete;

type ValueOf<T> = T extends unknown ? T[keyof T] : never;

/** What all handlers together need. */
export type HandlerNeeds = [ValueOf<ValueOf<ValueOf<typeof handlers>>>] extends [Implementation<infer N>] ? N : never;

export const implementations: readonly Implementation<HandlerNeeds>[] = Object.values(handlers).flatMap((service) =>
  Object.values(service).flatMap((segment: Readonly<Record<string, Implementation<HandlerNeeds>>>) =>
    Object.values(segment),
  ),
);

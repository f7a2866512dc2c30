/** The tree of all operations: service, URL segment, operation. Handlers, client and tests follow it. */

import { accounts } from './admin/accounts.ts';
import { audit } from './admin/audit.ts';
import { gatewayTargets } from './admin/gateway-targets.ts';
import { keySets } from './admin/key-sets.ts';
import { keys } from './admin/keys.ts';
import { policies } from './admin/policies.ts';
import { settings } from './admin/settings.ts';
import { storage as adminStorage } from './admin/storage.ts';
import { trust } from './admin/trust.ts';
import { trustStore } from './admin/trust-store.ts';
import { usage } from './admin/usage.ts';
import { webhooks } from './admin/webhooks.ts';
import { actions } from './agents/actions.ts';
import { agents } from './agents/agents.ts';
import { approval } from './agents/approval.ts';
import { approvals } from './agents/approvals.ts';
import { delegate } from './agents/delegate.ts';
import { exposure } from './agents/exposure.ts';
import { lineage } from './agents/lineage.ts';
import { memory } from './agents/memory.ts';
import { policy } from './agents/policy.ts';
import { proof } from './agents/proof.ts';
import { register } from './agents/register.ts';
import { replay } from './agents/replay.ts';
import { sessions } from './agents/sessions.ts';
import { tools } from './agents/tools.ts';
import { artifacts } from './artifacts/artifacts.ts';
import { changes } from './console/changes.ts';
import { find } from './console/find.ts';
import { session } from './console/session.ts';
import { state } from './console/state.ts';
import { unlock } from './console/unlock.ts';
import { ai } from './crypto/ai.ts';
import { auth as cryptoAuth } from './crypto/auth.ts';
import { biometric as cryptoBiometric } from './crypto/biometric.ts';
import { ceremony } from './crypto/ceremony.ts';
import { dilithium } from './crypto/dilithium.ts';
import { fhe } from './crypto/fhe.ts';
import { fheIq } from './crypto/fhe-iq.ts';
import { health as cryptoHealth } from './crypto/health.ts';
import { hybrid } from './crypto/hybrid.ts';
import { key } from './crypto/key.ts';
import { keys as managedKeys } from './crypto/keys.ts';
import { kyber } from './crypto/kyber.ts';
import { ledger } from './crypto/ledger.ts';
import { mpc } from './crypto/mpc.ts';
import { search } from './crypto/search.ts';
import { share } from './crypto/share.ts';
import { shield } from './crypto/shield.ts';
import { storage as cryptoStorage } from './crypto/storage.ts';
import { vault } from './crypto/vault.ts';
import { video } from './crypto/video.ts';
import { zkp } from './crypto/zkp.ts';
import { auth as platformAuth } from './platform/auth.ts';
import { biometric as platformBiometric } from './platform/biometric.ts';
import { blockchain } from './platform/blockchain.ts';
import { cache } from './platform/cache.ts';
import { chain } from './privacy/chain.ts';
import { commerce } from './privacy/commerce.ts';
import { privacy } from './privacy/privacy.ts';
import { grades } from './receipts/grades.ts';
import { log } from './receipts/log.ts';
import { receipts } from './receipts/receipts.ts';
import { auth as signingAuth } from './signing/auth.ts';
import { svcKey } from './signing/svc-key.ts';
import { health as systemHealth } from './system/health.ts';
import { openapi } from './system/openapi.ts';

export const api = {
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
} as const;

/** The tree of all operations: service, URL segment, operation. Handlers, client and tests follow it. */
import { accounts } from './admin/accounts.ts';
import { trust } from './admin/trust.ts';
import { trustStore } from './admin/trust-store.ts';
import { artifacts } from './artifacts/artifacts.ts';
import { session } from './console/session.ts';
import { auth } from './signing/auth.ts';
import { svcKey } from './signing/svc-key.ts';
import { health } from './system/health.ts';
import { openapi } from './system/openapi.ts';

export const api = {
  system: { health, openapi },
  signing: { auth, svcKey },
  artifacts: { artifacts },
  admin: { accounts, trust, trustStore },
  console: { session },
} as const;

/** The list of handlers, in the tree of `core/src/api/api.ts`. */
import type { api } from '@touchstone/core/api/api.ts';
import type { Implementation } from '../implement.ts';
import { accounts } from './admin/accounts.ts';
import { trust } from './admin/trust.ts';
import { trustStore } from './admin/trust-store.ts';
import { artifacts } from './artifacts/artifacts.ts';
import { session } from './console/session.ts';
import { auth } from './signing/auth.ts';
import { svcKey } from './signing/svc-key.ts';
import { health } from './system/health.ts';
import { openapi } from './system/openapi.ts';

type Tree = typeof api;

const handlers: {
  readonly [S in keyof Tree]: {
    readonly [G in keyof Tree[S]]: Readonly<Record<keyof Tree[S][G] & string, Implementation>>;
  };
} = {
  system: { health, openapi },
  signing: { auth, svcKey },
  artifacts: { artifacts },
  admin: { accounts, trust, trustStore },
  console: { session },
};

export const implementations: readonly Implementation[] = Object.values(handlers).flatMap((service) =>
  Object.values(service).flatMap((segment: Readonly<Record<string, Implementation>>) => Object.values(segment)),
);

/**
 * What a client meets that knows the specification, the decisions and the security rules, and nothing of the code (issue 3,
 * "How it is judged"): one real server, driven over HTTP, with every signature and hash checked by other implementations.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { accountSuite } from './black-box/accounts.ts';
import { type Account, type Service, startService } from './black-box/client.ts';
import { httpSuite } from './black-box/http.ts';
import { hybridSuite } from './black-box/hybrid.ts';
import { primitiveSuite } from './black-box/primitives.ts';
import { receiptSuite } from './black-box/receipts.ts';
import { signingSuite } from './black-box/signing.ts';
import { stopSuite } from './black-box/stop.ts';

let service: Service;
let client: Account;

beforeAll(async () => {
  service = await startService();
  client = await service.account({ plan: 'enterprise_plus', credits: 100_000 });
});
afterAll(() => service.stop());

describe('signing', () =>
  signingSuite(
    () => service,
    () => client,
  ));
describe('receipts', () =>
  receiptSuite(
    () => service,
    () => client,
  ));
describe('signatures and key encapsulation', () =>
  primitiveSuite(
    () => service,
    () => client,
  ));
describe('hybrid signatures', () =>
  hybridSuite(
    () => service,
    () => client,
  ));
describe('accounts', () =>
  accountSuite(
    () => service,
    () => client,
  ));
describe('HTTP', () =>
  httpSuite(
    () => service,
    () => client,
  ));
describe('stopping', () => stopSuite(() => service));

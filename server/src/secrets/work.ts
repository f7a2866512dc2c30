/** What contracts cannot say of the bodies that carry a secret. */
import { api } from '@touchstone/core/api/api.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { checkReceivedValue } from './received.ts';

export const checks = [
  bodyCheck(api.crypto.shield.store, ({ value }) => checkReceivedValue('store', value)),
  bodyCheck(api.crypto.shield.rotate, ({ new_value }) => checkReceivedValue('rotate', new_value)),
] as const;

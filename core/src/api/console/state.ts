import Type, { type TNull, type TOptional, type TString, type TUnion } from 'typebox';
import { object } from '../common.ts';
import { CONSOLE_STATE, type ConsoleStateName } from '../console-state.ts';
import { endpoint, group } from '../endpoint.ts';

const texts = Object.fromEntries(
  Object.entries(CONSOLE_STATE).map(([name, { most, title }]) => [
    name,
    Type.Optional(Type.String({ maxLength: most, description: title })),
  ]),
) as Record<ConsoleStateName, TOptional<TString>>;

/** `null` forgets. */
const changes = Object.fromEntries(
  Object.entries(CONSOLE_STATE).map(([name, { most, title }]) => [
    name,
    Type.Optional(Type.Union([Type.String({ maxLength: most, description: title }), Type.Null()])),
  ]),
) as Record<ConsoleStateName, TOptional<TUnion<[TString, TNull]>>>;

const KEPT =
  'Texts that the console alone reads: they stand here, not in the storage of its origin. `acting_for`, `recent_verifications` and `recently_opened` belong to the session that asks and end with it; the others stay in the data folder.';

export const state = group({
  read: endpoint({
    id: 'console.state.read',
    service: 'console',
    method: 'GET',
    path: '/state',
    response: object(texts),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'What the console keeps on the server.',
    description: KEPT,
    example: {},
  }),
  update: endpoint({
    id: 'console.state.update',
    service: 'console',
    method: 'PATCH',
    path: '/state',
    body: object(changes),
    response: object({}),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    bodyLimit: 8 * 1024 * 1024,
    errors: [],
    summary: 'Keep or forget texts of the console.',
    description: `${KEPT} What is not named stays; null forgets.`,
    example: { body: { preferences: '{"theme":"dark"}' } },
  }),
});

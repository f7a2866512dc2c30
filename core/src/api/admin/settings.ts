import Type, { type TBoolean, type TInteger } from 'typebox';
import { object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { SETTINGS, type SettingKey } from '../settings.ts';

type SettingSchemas = {
  [K in SettingKey]: (typeof SETTINGS)[K]['kind'] extends 'switch' ? TBoolean : TInteger;
};

/** One member for each row of the table. */
const members = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [
    name,
    row.kind === 'switch'
      ? Type.Boolean({ description: row.title })
      : Type.Integer({ minimum: row.least, maximum: row.most, description: row.title }),
  ]),
) as SettingSchemas;

export const settings = group({
  read: endpoint({
    id: 'admin.settings.read',
    service: 'admin',
    method: 'GET',
    path: '/settings',
    response: object(members),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The settings of this server.',
    description: 'Every one with its value, also where it was never changed.',
    example: {},
  }),
  update: endpoint({
    id: 'admin.settings.update',
    service: 'admin',
    method: 'PATCH',
    path: '/settings',
    body: Type.Partial(object(members), { additionalProperties: false }),
    response: object(members),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Change settings.',
    description: 'What is not named stays. In force at once, and after every restart.',
    example: { body: { anonymous_keys: true, api_key_grace_seconds: 86_400 } },
  }),
});

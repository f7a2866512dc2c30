import Type from 'typebox';
import { object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { SETTINGS } from '../settings.ts';

const { anonymous_keys, api_key_grace_seconds, console_session_seconds } = SETTINGS;

function seconds({ least, most, title }: { readonly least: number; readonly most: number; readonly title: string }) {
  return Type.Integer({ minimum: least, maximum: most, description: title });
}

const members = {
  anonymous_keys: Type.Boolean({ description: anonymous_keys.title }),
  api_key_grace_seconds: seconds(api_key_grace_seconds),
  console_session_seconds: seconds(console_session_seconds),
};

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

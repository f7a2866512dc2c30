/** The settings that an administrator may change while the server runs: one row each, with its bounds. */

export interface NumberSetting {
  readonly kind: 'seconds';
  readonly initial: number;
  readonly least: number;
  readonly most: number;
  readonly title: string;
}

export interface SwitchSetting {
  readonly kind: 'switch';
  readonly initial: boolean;
  readonly title: string;
}

export const SETTINGS = {
  anonymous_keys: {
    kind: 'switch',
    initial: true,
    title: 'Anybody who reaches this server may ask for an API key (POST /api/auth/request).',
  },
  api_key_grace_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 0,
    most: 90 * 86_400,
    title: 'How long a rotated API key still works.',
  },
  console_session_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 300,
    most: 30 * 86_400,
    title: 'How long a console stays signed in.',
  },
} as const satisfies Record<string, NumberSetting | SwitchSetting>;

export type SettingKey = keyof typeof SETTINGS;

/** The values of all settings. */
export type Settings = {
  readonly [K in SettingKey]: (typeof SETTINGS)[K]['kind'] extends 'switch' ? boolean : number;
};

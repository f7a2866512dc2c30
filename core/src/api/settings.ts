/** The settings that an administrator may change while the server runs: one row each, with its bounds. */

export interface NumberSetting {
  readonly kind: 'seconds' | 'count';
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
  managed_key_grace_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 0,
    most: 365 * 86_400,
    title: 'How long a rotated managed key still works, unless the rotation states it.',
  },
  secret_challenge_seconds: {
    kind: 'seconds',
    initial: 300,
    least: 30,
    most: 3_600,
    title: 'How long a challenge of secret verification can be answered.',
  },
  console_session_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 300,
    most: 30 * 86_400,
    title: 'How long a console stays signed in.',
  },
  health_session_seconds: {
    kind: 'seconds',
    initial: 900,
    least: 30,
    most: 86_400,
    title: 'How long a health session holds the lock of its contract, unless it is released.',
  },
  ceremony_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 300,
    most: 365 * 86_400,
    title: 'How long a key ceremony is open after its key was made and split.',
  },
  ckks_session_seconds: {
    kind: 'seconds',
    initial: 3_600,
    least: 60,
    most: 7 * 86_400,
    title: 'How long a new CKKS session lives.',
  },
  call_seconds: {
    kind: 'seconds',
    initial: 7_200,
    least: 60,
    most: 86_400,
    title: 'How long a new call lasts at most.',
  },
  key_challenge_seconds: {
    kind: 'seconds',
    initial: 300,
    least: 30,
    most: 3_600,
    title: 'How long a challenge for the verification of an encrypted key can be answered.',
  },
  fraud_refresh_seconds: {
    kind: 'seconds',
    initial: 3_600,
    least: 1,
    most: 86_400,
    title: 'How long fraud scores stay as they are before they are computed anew.',
  },
  platform_challenge_seconds: {
    kind: 'seconds',
    initial: 300,
    least: 30,
    most: 3_600,
    title: 'How long a challenge of login or device verification can be answered.',
  },
  platform_session_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 300,
    most: 30 * 86_400,
    title: 'How long a session of a platform user lasts.',
  },
  invoice_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 60,
    most: 365 * 86_400,
    title: 'How long an invoice can be paid.',
  },
  cache_project_mebibytes: {
    kind: 'count',
    initial: 1_024,
    least: 1,
    most: 1_048_576,
    title:
      'How many MiB of cached values a project may hold. Where a write goes beyond, values that would end soonest go first.',
  },
  privacy_proof_seconds: {
    kind: 'seconds',
    initial: 86_400,
    least: 60,
    most: 3_650 * 86_400,
    title: 'How long a privacy proof can be looked up and verified.',
  },
  ledger_block_seconds: {
    kind: 'seconds',
    initial: 1,
    least: 1,
    most: 60,
    title: 'How often the embedded ledger makes a block where anchors or confirmations are due.',
  },
  ledger_depth: {
    kind: 'count',
    initial: 3,
    least: 2,
    most: 6,
    title: 'How many confirmations an anchor of a new block needs.',
  },
} as const satisfies Record<string, NumberSetting | SwitchSetting>;

export type SettingKey = keyof typeof SETTINGS;

/** The values of all settings. */
export type Settings = {
  readonly [K in SettingKey]: (typeof SETTINGS)[K]['kind'] extends 'switch' ? boolean : number;
};

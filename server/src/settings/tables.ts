import type { Generated } from 'kysely';

/** The administrator's settings and what names this data folder. */
export interface SettingTables {
  settings: { name: string; value: string; seal: Generated<Uint8Array | null> };
}

/** The service's own key sets. */
export interface KeySetTables {
  key_sets: {
    fingerprint: string;
    keyset_use: string;
    serial: number;
    state: 'current' | 'retired' | 'revoked';
    document: string;
    created_at: number;
    retired_at: number | null;
  };
  key_set_secrets: { fingerprint: string; kid: string; envelope: Uint8Array };
}

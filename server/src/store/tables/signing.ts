/** Key sets, artifacts, receipts, and the signing keys of projects. */
export interface SigningTables {
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
  cycles: { project_id: string; quarter: string; last_number: number };
  artifacts: {
    project_id: string;
    id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** Counts up with every change; guards against two changes at once. */
    revision: number;
    /** Empty where the document stands in a file. */
    document: string;
    /** The file's name; null where the document stands here. */
    file: string | null;
    /** Bytes of the document. */
    size: number;
    created_at: number;
  };
  receipts: {
    id: string;
    project_id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** The use of the key set that signed: callers' payloads, or what the service itself asserts. */
    keyset_use: 'receipt' | 'service';
    /** 64 hex digits. */
    on_chain_hash: string;
    /** JSON: every member but `signatures` and `verification_url`. */
    document: string;
    /** JSON. */
    signatures: string;
    created_at: number;
  };
  /** ML-DSA and hybrid keys that the server holds for projects. */
  signing_keys: {
    id: string;
    project_id: string;
    key_use: 'ml-dsa' | 'hybrid';
    /** The ML-DSA algorithm, or the hybrid scheme. */
    scheme: string;
    is_current: 0 | 1;
    created_at: number;
  };
  signing_key_layers: {
    key_id: string;
    layer: 'layer1' | 'layer2' | 'layer3' | 'layer4';
    public_key: Uint8Array;
    envelope: Uint8Array;
  };
}

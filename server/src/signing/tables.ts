/** Signing keys of projects. */
export interface SigningTables {
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

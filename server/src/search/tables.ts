/** Collections of encrypted search: their documents, and the index over them. */
export interface SearchTables {
  search_collections: {
    /** `scl_…`. */
    id: string;
    project_id: string;
    /** The caller's name for it. */
    name: string;
    index_type: 'keyword' | 'ckks_similarity';
    /** Values of each vector; null of `keyword`. */
    dimensions: number | null;
    /** The sealed key of the collection; null where it was deleted. */
    envelope: Uint8Array | null;
    /** The secret key of CKKS, sealed by the key of the collection. */
    ckks_key: Uint8Array | null;
    next_number: number;
    document_count: number;
    created_at: number;
    /** When the first document was deleted or replaced of which entries are still in the index. */
    removed_at: number | null;
  };
  search_documents: {
    collection_id: string;
    /** Another one for each edition of a document. */
    number: number;
    name_tag: Uint8Array;
    head: Uint8Array;
    texts: Uint8Array;
    created_at: number;
  };
  search_segments: {
    /** `seg_…`. */
    id: string;
    collection_id: string;
    /** One that is being built is no part of the index yet, a dead one none any more. */
    state: 'building' | 'live' | 'dead';
    first_number: number;
    last_number: number;
    /** How many documents it was made of. */
    documents: number;
    page_count: number;
    epoch: Uint8Array;
    created_at: number;
  };
  search_pages: {
    segment_id: string;
    page: number;
    cells: Uint8Array;
  };
  search_blocks: {
    collection_id: string;
    block: number;
    piece: number;
    ciphertexts: Uint8Array;
  };
}

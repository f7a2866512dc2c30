/** Encrypted search. Applied once and never edited. */
export const search = `
CREATE TABLE search_collections (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- The caller's name for it.
  name TEXT NOT NULL,
  index_type TEXT NOT NULL CHECK (index_type IN ('keyword', 'ckks_similarity')),
  -- Values of each vector.
  dimensions INTEGER,
  -- The key of the collection, sealed by the master key; null where it was deleted.
  envelope BLOB,
  -- The secret key of CKKS, sealed by the key of the collection.
  ckks_key BLOB,
  next_number INTEGER NOT NULL CHECK (next_number > 0),
  document_count INTEGER NOT NULL CHECK (document_count >= 0),
  created_at INTEGER NOT NULL,
  -- When the first document was deleted or replaced of which entries are still in the index.
  removed_at INTEGER,
  CHECK (envelope IS NOT NULL OR ckks_key IS NULL),
  CHECK ((index_type = 'keyword') = (dimensions IS NULL))
) STRICT;
CREATE UNIQUE INDEX search_collections_by_name ON search_collections (project_id, name) WHERE envelope IS NOT NULL;
CREATE INDEX search_collections_by_time ON search_collections (project_id, created_at, id);

CREATE TABLE search_documents (
  collection_id TEXT NOT NULL REFERENCES search_collections (id),
  -- Counts up within the collection, another one for each edition of a document.
  number INTEGER NOT NULL,
  -- The beginning of a MAC of its name.
  name_tag BLOB NOT NULL,
  -- Name and fields, sealed by the key of the collection.
  head BLOB NOT NULL,
  -- Its texts in pieces of one size, each sealed by the key of the collection.
  texts BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (collection_id, number)
) STRICT;
CREATE INDEX search_documents_by_name ON search_documents (collection_id, name_tag);

-- A part of the index over the documents of a range of numbers, with a key of its own.
CREATE TABLE search_segments (
  id TEXT NOT NULL PRIMARY KEY,
  collection_id TEXT NOT NULL REFERENCES search_collections (id),
  state TEXT NOT NULL CHECK (state IN ('building', 'live', 'dead')),
  first_number INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  -- How many documents it was made of.
  documents INTEGER NOT NULL,
  page_count INTEGER NOT NULL,
  -- Its key and the digest of its pages, sealed by the key of the collection.
  epoch BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX search_segments_of_collection ON search_segments (collection_id, first_number);

CREATE TABLE search_pages (
  segment_id TEXT NOT NULL REFERENCES search_segments (id),
  page INTEGER NOT NULL,
  -- Entries of one size in the order of their tokens.
  cells BLOB NOT NULL,
  PRIMARY KEY (segment_id, page)
) STRICT;

-- Vectors under CKKS: one ciphertext for each value, of as many documents as it has slots.
CREATE TABLE search_blocks (
  collection_id TEXT NOT NULL REFERENCES search_collections (id),
  block INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  -- Ciphertexts of some values, sealed by the key of the collection.
  ciphertexts BLOB NOT NULL,
  PRIMARY KEY (collection_id, block, piece)
) STRICT;
`;

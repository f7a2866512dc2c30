import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const documents = (count: number) => counted(count, 'document', 'documents');

/** The Encrypted search page. */
export const words = {
  title: 'Encrypted search',
  one: 'Search index',
  lead: 'Find documents that stay encrypted, and see what the server saw and what its disk gives away.',

  types: { keyword: 'Words', ckks_similarity: 'Vectors' },

  list: {
    title: 'Indexes',
    label: 'Search indexes',
    what: 'The search indexes',
    loading: 'Loading the search indexes',
    names: ['index', 'indexes'] as const,
    find: 'Find an index',
    noMatch: 'No index matches the filters.',
    hint: 'Enter opens a row.',
    cut: 'There are more, which are not listed.',
    allTypes: 'All',
    columns: { name: 'Name', type: 'Searched by', documents: 'Documents', created: 'Created' },
    facts: { indexes: 'Indexes', documents: 'Documents' },
  },

  empty: {
    title: 'No search indexes yet',
    text: 'Add documents: they are stored encrypted, and found by their words without being decrypted.',
  },

  add: {
    verb: 'Add documents',
    also: 'encrypted search, new index',
    title: 'Add documents',
    send: 'Encrypt and index',
    cost: (units: string) => `Costs ${units}`,
    index: 'Index',
    indexHint: 'A name of your choice. A new name makes a new index.',
    indexWhat: 'name of the index',
    type: 'Searched by',
    documents: 'Documents',
    documentsHint:
      'One document a line: name, colon, text. A document of the same name is replaced. Other fields and files come through the API.',
    vectorsHint:
      'One document a line: name, colon, vector, such as 64 to 1,024 numbers or base64 of 32-bit floats. All vectors of an index have the same number of values. A document of the same name is replaced.',
    noDocuments: 'Enter at least one document.',
    badLine: (line: number) => `Line ${line} needs a name of at most 256 characters, a colon and a text.`,
    badVector: (line: number) =>
      `Line ${line} needs a name of at most 256 characters, a colon and a vector with as many numbers as the others, not all zero.`,
    vectorSample: 'Fill in three examples',
    busy: 'Encrypting and indexing',
    failed: 'The documents were not indexed',
    done: (count: number, index: string) => `${documents(count)} indexed in ${index}`,
    preview: 'What the server sees',
    reads: (count: number, words: number) =>
      `It reads ${documents(count)} with ${counted(words, 'different word', 'different words')}, once, to index them.`,
    stores: (pieces: number, bytes: string) =>
      `It stores ${counted(pieces, 'sealed piece', 'sealed pieces')} of text, ${bytes}, and sealed names. The disk shows the number of pieces, not the words.`,
    indexes: (entries: number) =>
      `Its index gets ${counted(entries, 'entry', 'entries')} of one size, each under a random-looking token.`,
    readsVectors: (count: number, dimensions: number) =>
      `It reads ${counted(count, 'vector', 'vectors')} of ${formatCount(dimensions)} values, once, to encrypt them.`,
    storesVectors:
      'It stores them encrypted, in blocks of up to 2,048 vectors, and sealed names. The disk shows the number of blocks and documents, not the values.',
    sample: {
      index: 'contracts',
      documents: [
        'c-1: Liability insurance. The insurer covers bodily injury and damage to property.',
        'c-2: Lease of office space. Liability of the tenant ends with the lease.',
        'c-3: Draft of a supply agreement. Liability is not limited yet.',
        'c-4: Insurance of goods in transit, with an excess of 500 euros.',
        'c-5: Deed of sale of a house with garden.',
      ].join('\n'),
    },
  },

  query: {
    title: 'Search',
    must: 'All of these words',
    should: 'Any of these words',
    mustNot: 'None of these words',
    hint: 'Separate words by spaces.',
    verb: 'Search',
    busy: 'Searching',
    failed: 'The search failed',
    nothing: 'Enter a word in one of the first two fields.',
    noWord: (term: string) => `“${term}” contains no letter or digit.`,
    tooMany: 'Enter at most 100 words.',
  },

  vectorQuery: {
    title: 'Search by vector',
    vector: 'Vector',
    most: 'Results at most',
    lead: 'By the cosine: 1 is the same direction, 0 unrelated, −1 the opposite one.',
    none: 'The index has no vectors.',
    similarity: 'Cosine',
  },

  results: {
    title: 'Results',
    caption: 'Documents found',
    count: (shown: number, total: number) =>
      total > shown ? `${formatCount(shown)} of ${formatCount(total)} shown` : documents(total),
    none: 'No document matches.',
    document: 'Document',
    score: 'Score',
    fields: 'Found in',
    snippet: 'Snippet',
    sealed: 'encrypted',
    broken: 'does not open',
    open: 'Open snippets',
    close: 'Hide snippets',
    opening: 'Reading the key of the index',
    openFailed: 'The key of the index was not read',
    openNote: 'Snippets are decrypted in this window, with the key of this index.',
    csv: 'Save as CSV',
    copyId: 'Name of the document',
  },

  seen: {
    title: 'What was seen',
    lead: 'Of this search, by the server and by whoever watches its disk.',
    server: 'The server',
    disk: 'A watcher of the disk',
    query: 'Words of the query',
    vectorQuery: 'The query vector',
    vectorAsked: (dimensions: number) => `all ${formatCount(dimensions)} values, in clear`,
    decrypted: 'Texts or vectors decrypted',
    decryptedNone: 'none',
    decryptedSome: 'some',
    tokens: 'Tokens looked up',
    noTokens: 'none',
    entries: 'Entries read',
    pages: 'Pages read',
    rows: 'Rows of documents read',
    tokensNote:
      'The same word has the same tokens until its part of the index is built anew. So repeated searches show, but not what they are for.',
    vectorsNote: 'All vectors are read for each query. Which are near does not show.',
    hidden: 'Words, texts, vectors, and names of documents and fields are encrypted on the disk.',
  },

  detail: {
    what: 'The search index',
    loading: 'Loading the search index',
    missing: 'No such search index',
    missingText: 'It was deleted, or belongs to another project.',
    facts: { type: 'Searched by', documents: 'Documents', dimensions: 'Values of a vector', created: 'Created' },
    documents: 'Documents',
    documentsCaption: 'Documents of the index',
    documentsWhat: 'The documents',
    documentsLoading: 'Loading the documents',
    noDocuments: 'The index has no documents.',
    columns: { name: 'Name', fields: 'Fields', size: 'On the disk', indexed: 'Indexed', verb: 'Delete' },
    more: 'Load more',
    print: 'Print',
    copyName: 'Copy name',
    nameLabel: 'Name of the index',
  },

  end: {
    verb: 'Delete index',
    title: (name: string) => `Delete ${name}`,
    text: (count: number) => `The key of the index is destroyed, and ${documents(count)} with it.`,
    breaks: 'Programs that search this index get NOT_FOUND.',
    final: 'Nothing can be restored, except from a backup.',
    typeName: (name: ReactNode) => rich`Type ${name} to confirm`,
    nameTrouble: 'This is not the name of the index.',
    busy: 'Deleting',
    failed: 'The index was not deleted',
    done: (name: string) => `${name} is deleted`,
  },

  endDocument: {
    verb: (name: string) => `Delete ${name}`,
    send: 'Delete document',
    text: 'The text is deleted at once. Its entries in the index, which name a number and no word, go within about an hour.',
    busy: 'Deleting',
    failed: 'The document was not deleted',
    done: (name: string) => `${name} is deleted`,
  },
};

import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

/** The Cache page. */
export const words = {
  title: 'Cache',
  lead: 'Values that applications keep for a while. If they leave the lifetime to the server, a documented rule chooses it and says why.',
  embedded:
    "A table in this server's own database, encrypted at rest, on this machine only. In production this would be a cache cluster that many servers share.",
  tabs: { label: 'Parts of the cache', entries: 'Keys', measured: 'Hit rate and latency' },
  facts: {
    keys: 'Keys stored',
    hitRate: 'Hit rate',
    p95: 'p95 latency',
    operations: 'Reads and writes',
    patterns: 'Regular patterns',
    noReads: 'no reads yet',
  },

  list: {
    label: 'Cached keys',
    names: ['key', 'keys'],
    what: 'The keys',
    find: 'Find a key or a reason',
    noMatch: 'No loaded key matches the filters.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the key.`,
    columns: {
      key: 'Key',
      ttl: 'Lifetime',
      chosen: 'Chosen by, and why',
      expires: 'Expires',
      rate: 'Hit rate',
      reads: 'Reads',
      size: 'Size',
      next: 'Predicted read',
      written: 'Written',
    },
    because: (chooser: string, why: string) => `${chooser}: ${why}`,
    server: 'Server',
    caller: 'Caller',
    chosenBy: 'Lifetime chosen by',
    byServer: 'The server',
    byCaller: 'The caller',
    suggestion: 'Prefetch suggestion',
    anySuggestion: 'With a suggestion',
    prefetch: { keep: 'Fetch ahead', refresh: 'Rewrite before' },
    keyLabel: 'the key',
  },
  empty: {
    title: 'No cached keys yet',
    text: (write: ReactNode, read: ReactNode) =>
      rich`Applications write with ${write} and read with ${read}. Only keys that have not expired are listed.`,
  },

  entry: {
    title: 'Cached key',
    key: 'Key',
    copyKey: 'key',
    lifetime: 'Lifetime',
    seconds: (count: number) => `(${formatCount(count)} s)`,
    whyServer: 'Why the server chose it',
    why: 'Why',
    written: 'Written',
    expires: 'Expires',
    size: 'Size of the value',
    reads: 'Reads',
    noReads: 'None yet',
    readsText: (hits: number, misses: number, share: string) =>
      `${formatCount(hits)} found a value, ${formatCount(misses)} came after it expired: ${share} hit rate`,
    next: 'Predicted read',
    noPattern: 'The reads follow no regular pattern, so none is predicted.',
    prefetch: {
      keep: 'The value still exists at the predicted read: a client can fetch it in advance.',
      refresh: 'The value expires before the predicted read: rewrite it by then.',
    },
    notShown: 'The value is not shown, because reading it counts as a read.',
    read: 'Read the value',
  },

  write: {
    verb: 'Write a key',
    note: 'Replaces the present value of the key',
    send: 'Write',
    key: 'Key',
    keyHint: 'Up to 256 characters, for example rates:eur-usd.',
    value: 'Value, JSON',
    valueHint: 'Do not put secrets into the cache; store them under Secrets.',
    ttl: 'Lifetime in seconds',
    ttlHint: 'Optional. The server never exceeds this lifetime.',
    chooses: 'Let the server choose the lifetime',
    choosesHint:
      'The server learns from the times of reads and writes of this key. Until it has seen enough, it uses the lifetime above, or an hour. An empty lifetime means the same.',
    busy: 'Writing',
    failed: 'The value was not written',
    done: (lifetime: string) => `Written; the value expires in ${lifetime}`,
    written: 'Written',
    lives: 'Lifetime',
    byServer: (lifetime: string) => `${lifetime}, left to the server`,
    stated: (lifetime: string) => `${lifetime}, as stated`,
    took: 'Time taken',
    sample: { key: 'rates:eur-usd', value: '{"rate": 1.08}', ttl: '600' },
  },

  read: {
    verb: 'Read a key',
    note: 'Counts as a read; the server learns from it',
    send: 'Read',
    busy: 'Reading',
    failed: 'The key was not read',
    nothing: 'The key holds nothing',
    nothingText: (key: ReactNode) =>
      rich`${key} holds nothing: it was never written, or it has expired. This counts as a miss.`,
    something: 'A value was found',
    found: 'Found',
    rate: 'Hit rate of the key',
    value: 'the value',
  },

  trouble: {
    noKey: 'Enter a key.',
    longKey: (most: number) => `A key has at most ${most} characters.`,
    halfPair: 'This key contains half of a character pair. Enter it again.',
    reserved: 'The key “analytics” is reserved.',
    dots: 'A key cannot consist of dots only.',
    ttl: 'Enter a whole number of seconds, or leave this empty.',
    ttlBounds: (most: number) => `From 1 to ${formatCount(most)} seconds (a year).`,
    noValue: 'Enter a JSON value, such as {"rate": 1.08} or "text".',
    noJson: (message: string, line: number, column: number) =>
      `This is not valid JSON: ${message} (line ${line}, column ${column}). Put text in quotation marks.`,
    tooLarge: (size: string, most: string) => `The value has ${size}. At most ${most} are accepted.`,
  },

  measured: {
    loading: 'Loading the numbers',
    what: 'The numbers',
    empty: 'No reads since the server started',
    emptyText: 'Hit rate and latency are measured at reads. Write a key and read it, or let an application do so.',
    hitRate: 'Hit rate by minute',
    hitRateLine: 'hit rate',
    rateOf: (rate: string) => `${rate} of the reads in the last hour found a value.`,
    noReads: 'No reads in the last hour.',
    latency: 'Read latency by minute',
    lines: { avgLatency: 'mean', p95Latency: 'p95', p99Latency: 'p99' },
    lastLatency: (values: readonly string[]) => `Last: ${values.join(', ')}.`,
    traffic: 'Reads and writes by minute',
    counts: { hits: 'hits', misses: 'misses', writes: 'writes' },
    trafficOf: (hits: number, misses: number, writes: number) =>
      `${counted(hits + misses, 'read', 'reads')} and ${counted(writes, 'write', 'writes')} in the last hour.`,
    note: (since: ReactNode) =>
      rich`The server keeps the last hour in memory. It started ${since}; quiet minutes are gaps.`,
    time: 'Time',
    title: 'Measured',
    lead: 'Counted since the server started. Latency is that of reads, with database and decryption, without the network.',
    missRate: 'Miss rate',
    mean: 'Mean latency',
    p95: 'p95 latency',
    p99: 'p99 latency',
    moved: 'Values moved',
    keys: 'Keys stored',
    learned: 'Learned',
    learnedLead:
      'By a documented rule over the times of reads and writes. No model is used, on this machine or elsewhere.',
    patterns: 'Keys with a regular pattern',
    accuracy: 'Predicted reads that came on time',
    better: 'Keys that would do better with another lifetime',
    savings: "Misses that the rule's lifetimes would avoid",
    hint: (option: ReactNode) =>
      rich`Let the server choose the lifetime with ${option}. The list of keys shows suggestions to fetch ahead; the server itself fetches nothing.`,
  },
} as const;

/** Where keys, signals and aggregates are sealed. What a row says stands in its place: a changed row does not open. */
import { createHash } from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Place } from '../vault/envelope.ts';
import type { FraudAggregateRow, FraudKey, FraudSignalRow } from './store.ts';

export function fraudKeyPlace({ id, public_key: publicKey, created_at: at }: Omit<FraudKey, 'envelope'>): Place {
  const fingerprint = createHash('sha256').update(publicKey).digest('hex');
  return { kind: 'fraud-key', project: '', object: id, column: `envelope ${fingerprint} ${at}`, version: 1 };
}

export function fraudSignalPlace(row: Omit<FraudSignalRow, 'envelope'>): Place {
  const said = [toHex(row.entity_tag), toHex(row.box_hash), row.created_at, row.expires_at, row.signal_type];
  return {
    kind: 'fraud-signal',
    project: row.project_id,
    object: row.id,
    column: `envelope ${said.join(' ')}`,
    version: 1,
  };
}

export function fraudAggregatePlace(row: Omit<FraudAggregateRow, 'envelope'>): Place {
  return {
    kind: 'fraud-aggregate',
    project: '',
    object: toHex(row.entity_tag),
    column: `envelope ${row.computed_at}`,
    version: 1,
  };
}

/** The fields of one share that is brought to be combined, and what is wrong with them. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { words } from '../../../words/protect/ceremony.ts';
import { type CeremonyRecord, isSealed, readShare } from './ceremony-files.ts';
import { wholeNumber } from './field-troubles.ts';

const { trouble } = words.combine;

export interface EnteredShare {
  readonly id: number;
  /** The share, sealed or not, or the text of its file. */
  readonly text: string;
  /** Of a sealed share. */
  readonly secretKey: string;
  /** Of a sealed share whose text does not say whose it is. */
  readonly participant: string;
}

export const EMPTY_SHARE: EnteredShare = { id: 0, text: '', secretKey: '', participant: '' };

export type ShareTroubles = Partial<Readonly<Record<'text' | 'secretKey' | 'participant', string>>>;

/** What is wrong with what stands in the fields of a share. */
export function shareTroubles(share: EnteredShare, record: CeremonyRecord | null): ShareTroubles {
  const read = readShare(share.text);
  if (read === null) return { text: trouble.share };
  if (read.ceremonyId !== null && record !== null && read.ceremonyId !== record.ceremonyId) {
    return { text: trouble.other(read.ceremonyId) };
  }
  if (!isSealed(read.share)) return {};
  const key = fromBase64(share.secretKey.replaceAll(/\s/g, ''));
  const most = record?.participants ?? 255;
  return {
    ...(key === null || key.length === 0 ? { secretKey: trouble.secretKey } : {}),
    ...(read.participant === null && wholeNumber(share.participant, 1, most) === null
      ? { participant: trouble.participant(most) }
      : {}),
  };
}

/** Sends a signed grade to a service, and believes its answer only where it states what was sent. */
import { isDeepStrictEqual } from 'node:util';
import { grades } from '@touchstone/core/api/receipts/grades.ts';
import { type GradeFile, publicGrade } from '@touchstone/core/grade/record.ts';
import { type Connection, clientFor, refusalOf } from '../agents/connection.ts';
import { Refusal } from '../terminal/refusal.ts';

/** A record with its proof has about 70 kB. */
const MOST_ANSWER_BYTES = 1024 * 1024;

/** The id of the service's record. Throws Refusal where the service refuses, or answers something else. */
export async function submitGrade(file: GradeFile, connection: Connection): Promise<string> {
  const sent = publicGrade(file);
  let answer: unknown;
  try {
    const client = clientFor({ receipts: { grades } }, connection, MOST_ANSWER_BYTES);
    answer = await client.receipts.grades.create({ body: sent });
  } catch (error) {
    throw refusalOf(error, connection);
  }
  const stated = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const same = Object.fromEntries(Object.keys(sent).map((name) => [name, stated[name]]));
  const { grade_id: id } = stated;
  if (!isDeepStrictEqual(same, { ...sent }) || stated.self_reported !== true || !isGradeId(id)) {
    throw new Refusal(`The answer of ${connection.url} does not state the grade that was sent. Is it a Touchstone?`, 1);
  }
  return id;
}

function isGradeId(value: unknown): value is string {
  return typeof value === 'string' && /^grd_[0-9a-f]{16}$/.test(value);
}

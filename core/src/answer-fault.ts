import type { TObject } from 'typebox';
import { Check } from 'typebox/value';

/**
 * The first member of an answer that is missing or has another value than its contract says, null where there is none. For
 * programs that are not to rely on a service. Further members may stand there: later versions add them.
 */
export function answerFault({ properties, required }: TObject, answer: unknown): string | null {
  const members = new Map(typeof answer === 'object' && answer !== null ? Object.entries(answer) : []);
  const wrong = Object.entries(properties).find(([name, schema]) =>
    members.has(name) ? !Check(schema, members.get(name)) : required?.includes(name),
  );
  return wrong?.[0] ?? null;
}

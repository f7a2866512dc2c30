/** A page of a session's receipts, read and written in pieces: a thousand at once would hold the event loop. */

import { JsonText } from '../frame/json-text.ts';
import type { AgentNeeds } from './needs.ts';
import { receiptsOf } from './receipts.ts';
import { jsonStream } from './session-reading.ts';
import { sessionNodesAfter } from './store/nodes.ts';
import type { AgentSessionRow } from './store/sessions.ts';

const A_PIECE = 100;

/** The nodes behind a sequence number, at most `limit`, as the contract answers them. */
export async function sessionPage(
  deps: AgentNeeds,
  session: AgentSessionRow,
  after: number,
  limit: number,
): Promise<JsonText> {
  return new JsonText(await jsonStream(deps, piecesOf(deps, session, after, limit)));
}

async function* piecesOf(
  deps: AgentNeeds,
  session: AgentSessionRow,
  after: number,
  limit: number,
): AsyncGenerator<string, void, void> {
  let last: { readonly id: string; readonly sequence: number } | null = null;
  let before = '{"items":[';
  for (let left = limit; left > 0; left -= A_PIECE) {
    const rows = await sessionNodesAfter(deps.db, session.id, last?.sequence ?? after, Math.min(left, A_PIECE));
    if (rows.length === 0) break;
    const items = (await receiptsOf(deps, rows)).map((receipt) => JSON.stringify(receipt));
    yield before + items.join(',');
    before = ',';
    last = rows.at(-1) ?? last;
  }
  const cursor = last !== null && last.sequence < session.nodes ? last.id : null;
  yield `${before === ',' ? '' : before}],"next_cursor":${JSON.stringify(cursor)}}`;
}

import { describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../../../src/pages/record/agents/data/columns.ts';
import { type ReadColumns, SessionGraph } from '../../../../../src/pages/record/agents/data/session-graph.ts';
import { receiptsOf } from '../receipts.ts';

const RECEIPTS = receiptsOf('ags_00', 20);

/** A server whose pages come when the test lets them. */
function server() {
  const asked: {
    after: number;
    give: (count: number) => void;
    end: () => void;
    fail: () => void;
    signal: AbortSignal;
  }[] = [];
  const read: ReadColumns = (_, after, onPage, signal) =>
    new Promise((resolve, reject) => {
      let at = after;
      asked.push({
        after,
        signal,
        give: (count) => {
          onPage(columnsOf(RECEIPTS.slice(at, at + count)));
          at += count;
        },
        end: resolve,
        fail: () => reject(new Error('out of reach')),
      });
    });
  return { asked, read };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('SessionGraph', () => {
  it('shows the first page at once, later ones now and then, and everything when it is loaded', async () => {
    const { asked, read } = server();
    const graph = new SessionGraph('ags_00', read);
    const looks = vi.fn();
    graph.subscribe(looks);
    graph.load();
    asked[0]?.give(5);
    expect(graph.snapshot().root).toMatchObject({ count: 5, state: { status: 'loading' } });
    expect(looks).toHaveBeenCalledTimes(1);
    asked[0]?.give(5);
    expect(graph.snapshot().root.count).toBe(5);
    asked[0]?.end();
    await settled();
    expect(graph.snapshot().root).toMatchObject({ count: 10, state: { status: 'loaded' } });
    graph.close();
  });

  it('goes on behind the last receipt after a failure and after being cancelled', async () => {
    const { asked, read } = server();
    const graph = new SessionGraph('ags_00', read);
    graph.load();
    asked[0]?.give(4);
    asked[0]?.fail();
    await settled();
    expect(graph.snapshot().root.state.status).toBe('failed');
    graph.load();
    expect(asked[1]?.after).toBe(4);
    asked[1]?.give(2);
    graph.cancel();
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(graph.snapshot().root).toMatchObject({ count: 6, state: { status: 'cancelled' } });
    asked[1]?.give(3);
    expect(graph.snapshot().root.count).toBe(6);
    graph.load();
    expect(asked[2]?.after).toBe(6);
    graph.close();
  });

  it('takes over what is written later, once, and loads what is missing between', async () => {
    const { asked, read } = server();
    const graph = new SessionGraph('ags_00', read);
    graph.load();
    asked[0]?.give(6);
    asked[0]?.end();
    await settled();
    const one = (at: number) => columnsOf(RECEIPTS.slice(at, at + 1));
    graph.append(one(6), 6);
    graph.append(one(6), 6);
    graph.append(one(3), 3);
    graph.load();
    expect(asked[1]?.after).toBe(7);
    asked[1]?.end();
    await settled();
    expect(graph.snapshot().root.count).toBe(7);
    graph.append(one(9), 9);
    expect(asked[2]?.after).toBe(7);
    asked[2]?.give(3);
    asked[2]?.end();
    await settled();
    expect(graph.snapshot().root.count).toBe(10);
    expect(graph.snapshot().root.columns.ids).toEqual(RECEIPTS.slice(0, 10).map(({ node_id }) => node_id));
    graph.close();
  });

  it('asks once more where something was written while it loaded, and leaves a cancelled session alone', async () => {
    const { asked, read } = server();
    const graph = new SessionGraph('ags_00', read);
    graph.load();
    graph.load();
    asked[0]?.give(2);
    asked[0]?.end();
    await settled();
    expect(asked[1]?.after).toBe(2);
    graph.cancel();
    graph.append(columnsOf(RECEIPTS.slice(5, 6)), 5);
    expect(asked).toHaveLength(2);
    graph.close();
  });

  it('keeps delegated sessions beside the open one', async () => {
    const { asked, read } = server();
    const graph = new SessionGraph('ags_00', read);
    graph.load('ags_01');
    asked[0]?.give(3);
    expect(graph.snapshot().sessions.get('ags_01')?.count).toBe(3);
    expect(graph.snapshot().root.count).toBe(0);
    graph.close();
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});

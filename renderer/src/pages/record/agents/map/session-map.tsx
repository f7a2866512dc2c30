import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { words } from '../../../../words/record/agents-session-map.ts';
import { forksQuery } from '../data/queries.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { DrawnMap } from './drawn-map.tsx';
import { mapRows } from './source.ts';

/** Delegated sessions that are loaded without being asked for. */
const LOADED_BY_THEMSELVES = 50;

/** The session and those under it as a small graph: what delegated to whom, and where it went wrong. */
export function SessionMap({ session, graph, loader, onShowNode }: SessionPartProps) {
  const rows = useMemo(() => mapRows(graph), [graph]);
  const forksError = useQuery(forksQuery(session.session_id)).error;
  const isLoading = [...graph.sessions.values()].some(({ state }) => state.status === 'loading');
  const known = graph.sessions.size - 1;
  const missing = rows.missing.length;
  // Children of children come to light as their parents are loaded.
  const wanted = known + missing <= LOADED_BY_THEMSELVES ? rows.missing.join(' ') : '';
  useEffect(() => {
    for (const id of wanted === '' ? [] : wanted.split(' ')) loader.load(id);
  }, [wanted, loader]);

  const loadSome = () => {
    for (const id of rows.missing.slice(0, LOADED_BY_THEMSELVES)) loader.load(id);
  };

  if (graph.root.count === 0) {
    return graph.root.state.status === 'loaded' ? (
      <EmptyState title={words.empty} icon={<ObjectSign kind="session" />} />
    ) : (
      <ProgressBar label={words.loading} />
    );
  }
  return (
    <div className="space-y-3">
      <p className="text-13 text-muted">
        {words.lead}
        {/* Not in the line over the map, which goes away while the forks are placed. */}
        <span role="status">
          <ForksUnread error={forksError} />
        </span>
      </p>
      {isLoading ? (
        <ProgressBar label={words.loadingMore(rows.receipts)} />
      ) : (
        <DrawnMap rows={rows} graph={graph} onShowNode={onShowNode}>
          {missing > 0 && wanted === '' && (
            <p className="flex flex-wrap items-center gap-3">
              {words.missing(missing)}
              <Button onPress={loadSome}>{words.load(Math.min(missing, LOADED_BY_THEMSELVES))}</Button>
            </p>
          )}
        </DrawnMap>
      )}
    </div>
  );
}

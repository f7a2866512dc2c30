/** What each view of one session is given. */
import type { AgentSession } from './queries.ts';
import type { GraphSnapshot, SessionGraph } from './session-graph.ts';

export interface SessionPartProps {
  readonly session: AgentSession;
  /** The receipts that are loaded so far; a new object after every change. */
  readonly graph: GraphSnapshot;
  /** Loads more: the receipts of delegated sessions. */
  readonly loader: SessionGraph;
  /** Shows a receipt in the tree, whichever session under this one it belongs to. */
  readonly onShowNode: (nodeId: string) => void;
}

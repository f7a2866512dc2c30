/** State machines as tables: the rows say everything, and one function looks them up. */

export interface Transition<State extends string, Event extends string, Refusal extends string> {
  readonly from: State;
  readonly event: Event;
  /** The next state, or why the event is refused. */
  readonly to: State | Refusal;
  /** What else happens. */
  readonly also: string;
}

export type Outcome<State extends string, Refusal extends string> =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * What an event makes of a state. `states` tells states from refusals in the column `to`. The function throws TypeError for
 * a state and event that have no row, so that a table must be complete.
 */
export function stateMachine<State extends string, Event extends string, Refusal extends string>(
  states: readonly State[],
  transitions: readonly Transition<State, Event, Refusal>[],
): (from: State, event: Event) => Outcome<State, Refusal> {
  const isState = (to: State | Refusal): to is State => states.some((state) => state === to);
  const outcomes = new Map<string, Outcome<State, Refusal>>(
    transitions.map(({ from, event, to }) => [
      `${from} ${event}`,
      isState(to) ? { ok: true, state: to } : { ok: false, refusal: to },
    ]),
  );
  return (from, event) => {
    const outcome = outcomes.get(`${from} ${event}`);
    if (outcome === undefined) throw new TypeError(`the table has no row for ${from} and ${event}`);
    return outcome;
  };
}

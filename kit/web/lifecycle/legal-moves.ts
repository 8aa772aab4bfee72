import { movePermission, type AnyLifecycle, type Move, type Support } from '#kit/model/lifecycle.ts';

/** A move a user may be offered. */
export interface OfferedMove {
  name: string;
  title: string;
  move: Move;
}

type May = (permission: string) => boolean;

/** What is to be had outside for a row; what is answered `no` hides the move. */
export type CapabilityOf = (capability: string) => Support;

/** Moves a row may make from its state, permitted to the user; system moves never. */
export function legalMoves(
  lifecycle: AnyLifecycle,
  state: string,
  may: May,
  capability: CapabilityOf = () => 'yes',
): OfferedMove[] {
  return offered(lifecycle, may).filter(
    ({ move }) => move.from.includes(state) && !(move.needs && capability(move.needs) === 'no'),
  );
}

/** States in which a move can be made, in words; why it cannot be made in any other. */
export const onlyFrom = ({ states }: AnyLifecycle, { from }: Move): string => {
  const titles = from.map((state) => `“${(states as Titles)[state]?.[0] ?? state}”`);
  return `${titles.join('')}时可用`;
};

/** What becomes of the state, in words: all that is known of a move that says no more of itself. */
export function stateText({ states }: AnyLifecycle, { title, to }: Move): string {
  const targets = (typeof to === 'string' ? [to] : to).filter((state) => state !== 'same');
  const titles = targets.map((state) => `“${(states as Titles)[state]?.[0] ?? state}”`);
  return titles.length > 0 ? `${title}后状态为${titles.join('或')}` : `${title}后状态不变`;
}

type Titles = Readonly<Record<string, readonly [string, string]>>;

/**
 * Whether a move ends what it is made of, and is red wherever it stands: it says so itself, or it
 * leads to bad states alone, or warns and may lead to one.
 */
export function isEnding({ states }: AnyLifecycle, { to, warn, ends }: Move): boolean {
  if (ends !== undefined) return ends;
  const reached = (typeof to === 'string' ? [to] : to).filter((state) => state !== 'same');
  const isBad = (state: string): boolean => (states as Titles)[state]?.[1] === 'bad';
  if (warn !== undefined) return reached.some(isBad);
  return reached.length > 0 && reached.every(isBad);
}

/** Ends a row, warns of what cannot be undone, or takes a row of a register out of use. */
export function isGrave(lifecycle: AnyLifecycle, move: Move): boolean {
  const { warn, to } = move;
  if (warn !== undefined || isEnding(lifecycle, move)) return true;
  if (lifecycle.of.kind !== 'register' || typeof to !== 'string' || to === 'same') return false;
  return (lifecycle.states as Titles)[to]?.[1] !== 'done';
}

/** Never the button that calls: it throws something away, or leads nowhere. */
export const isQuiet = (lifecycle: AnyLifecycle, move: Move): boolean =>
  move.leads === false || isGrave(lifecycle, move);

/** Moves that some document of a tab may make, for batches; all states without a tab. */
export function tabMoves(lifecycle: AnyLifecycle, tab: string | undefined, may: May): OfferedMove[] {
  const states = tab ? (lifecycle.tabs[tab]?.states as readonly string[] | undefined) : undefined;
  return offered(lifecycle, may).filter(({ move }) => !states || states.some((state) => move.from.includes(state)));
}

/**
 * Moves of a tab that a row cannot make now and may come to: what its state has left behind for good is not
 * offered any more, not even grey.
 */
export function movesAhead(lifecycle: AnyLifecycle, tab: string | undefined, state: string, may: May): OfferedMove[] {
  const ahead = statesAhead(lifecycle, state);
  return tabMoves(lifecycle, tab, may).filter(
    ({ move }) => !move.from.includes(state) && move.from.some((one) => ahead.has(one)),
  );
}

/** States that somebody, or the system, may still lead a row to; what is only taken back for a moment leads nowhere. */
function statesAhead({ moves }: AnyLifecycle, state: string): ReadonlySet<string> {
  const found = new Set([state]);
  for (const at of found)
    for (const { from, to, aside } of Object.values(moves as Readonly<Record<string, Move>>))
      if (!aside && from.includes(at))
        for (const next of typeof to === 'string' ? [to] : to) if (next !== 'same') found.add(next);
  return found;
}

/** Whether a move can be tried without asking anything. */
export const isPlain = ({ input, warn, opensOnRefusal: asksIfRefused }: Move): boolean =>
  !warn && (asksIfRefused === true || Object.keys(input ?? {}).length === 0);

function offered(lifecycle: AnyLifecycle, may: May): OfferedMove[] {
  return Object.entries(lifecycle.moves as Readonly<Record<string, Move>>)
    .filter(([name, move]) => !move.system && !move.aside && may(movePermission(lifecycle, name)))
    .map(([name, move]) => ({ name, title: move.title, move }));
}

/**
 * The paging rule of order queries, which know no cursor: rows come in the order of their date
 * from a start instant on. Each page starts at the newest date seen; rows already held are dropped;
 * a page that adds nothing new is the last. Pure.
 */

/** A row as far as paging looks at it. */
export interface PageRow {
  /** PO number, or a stand-in for a row without one. */
  key: string;
  /** Milliseconds; null when the row's date cannot be read. */
  at: number | null;
}

export interface PagePosition {
  /** Rows from this instant on; null = from the beginning. */
  from: number | null;
  limit: number;
  /** Keys already given that a page from `from` shows again. */
  seen: readonly string[];
  /**
   * First instant that may hold more rows than the channel shows. The next pull starts here again:
   * answered orders leave the queue and make room for the rest.
   */
  held: number | null;
}

interface PageLimits {
  /** What a page asks for; also taken for what the channel gives at most. */
  base: number;
  /** How far a page is raised for one crowded instant. */
  max: number;
}

/**
 * @param rows what the channel answered for `position`
 * @returns indexes of the rows not given before, and where to go on (null = nothing is left)
 */
export function turnPage(
  position: PagePosition,
  rows: readonly PageRow[],
  limits: PageLimits,
): { fresh: number[]; next: PagePosition | null } {
  const known = new Set(position.seen);
  const fresh: number[] = [];
  rows.forEach((row, index) => {
    if (known.has(row.key)) return;
    known.add(row.key);
    fresh.push(index);
  });
  return { fresh, next: nextPosition(position, rows, limits, fresh.length, [...known]) };
}

function nextPosition(
  position: PagePosition,
  rows: readonly PageRow[],
  limits: PageLimits,
  freshCount: number,
  known: string[],
): PagePosition | null {
  const newest = rows.reduce<number | null>(
    (latest, { at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  );
  const raised = { ...position, limit: Math.min(position.limit * 2, limits.max), seen: known };
  const canRaise = rows.length >= position.limit && position.limit < limits.max;
  // Nothing but rows without a date: they must not hide what stands behind them.
  if (newest === null) return canRaise ? raised : null;
  if (position.from === null || newest > position.from) {
    const shownAgain = rows.filter(({ at }) => at === null || at >= newest).map(({ key }) => key);
    return { ...position, from: newest, limit: limits.base, seen: shownAgain };
  }
  if (rows.length < limits.base) {
    // Everything from this instant on fitted the page.
    return freshCount === 0 ? null : { ...position, seen: known };
  }
  if (canRaise) return raised;
  // The raised page gave more than before and is not full: all of the instant was shown.
  if (rows.length > limits.base && rows.length < position.limit) {
    return freshCount === 0 ? null : { ...position, seen: known };
  }
  return stepOver(position, newest, limits, known);
}

/** How far a crowded instant is stepped over: a channel may know its dates by the second, or the day. */
const STEPS_MS = [1, 1_000, 60_000, 3_600_000, 86_400_000];

/**
 * The channel cuts every page at this instant: it is stepped over, and the next pull comes back to it.
 * One that shows it all the same, however far the step, ignores where a page starts: nothing is left.
 */
function stepOver(position: PagePosition, newest: number, limits: PageLimits, known: string[]): PagePosition | null {
  const reached = position.from ?? newest;
  const step = STEPS_MS.find((ms) => newest + ms > reached);
  if (step === undefined) return null;
  return {
    from: newest + step,
    limit: limits.base,
    seen: known,
    held: position.held ?? reached,
  };
}

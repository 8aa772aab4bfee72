/**
 * The import cycles of a graph, one shortest cycle for each knot of files that reach each other.
 * Each starts and ends with the same file.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  return knots(edges).map((knot) => shortestCycle(knot, edges));
}

/** Strongly connected parts with more than one file, or with a file that imports itself (Tarjan). */
function knots(edges: ReadonlyMap<string, readonly string[]>): Set<string>[] {
  const found: Set<string>[] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (onStack.has(next)) low.set(node, Math.min(lowOf(node), lowOf(next)));
    }
    if (lowOf(node) !== index.get(node)) return;
    const knot = new Set(stack.splice(stack.indexOf(node)));
    for (const member of knot) onStack.delete(member);
    if (knot.size > 1 || edges.get(node)?.includes(node)) found.push(knot);
  };
  const lowOf = (node: string): number => low.get(node) ?? 0;
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

function shortestCycle(knot: Set<string>, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = [...knot].sort().map((start) => cycleThrough(start, knot, edges));
  return cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best));
}

/** Breadth first from `start` back to it, inside the knot. */
function cycleThrough(start: string, knot: Set<string>, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of queue)
    for (const next of edges.get(path.at(-1) as string) ?? []) {
      if (next === start) return [...path, start];
      if (!knot.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  return [start];
}

/** As much of a department as choosing needs. */
export interface DepartNode {
  id: string;
  children: readonly DepartNode[];
}

const idsBelow = (node: DepartNode): string[] => [node.id, ...node.children.flatMap((child) => idsBelow(child))];

/**
 * Ticks or unticks a department. Linked, those below follow it, and one above is ticked exactly
 * when all below it are.
 * @param tree all departments, also those that a search hides
 */
export function toggleDepart(
  tree: readonly DepartNode[],
  chosen: ReadonlySet<string>,
  id: string,
  isLinked: boolean,
): Set<string> {
  const next = new Set(chosen);
  const isTicked = !chosen.has(id);
  const mark = (one: string): unknown => (isTicked ? next.add(one) : next.delete(one));
  const node = isLinked ? find(tree, id) : undefined;
  for (const one of node ? idsBelow(node) : [id]) mark(one);
  if (isLinked) for (const root of tree) settle(root, next);
  return next;
}

function find(nodes: readonly DepartNode[], id: string): DepartNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id);
    if (found) return found;
  }
  return undefined;
}

/** Ticks a parent when all its children are, from the leaves upwards. @returns whether it is */
function settle(node: DepartNode, chosen: Set<string>): boolean {
  if (node.children.length > 0) {
    const children = node.children.map((child) => settle(child, chosen));
    if (children.every(Boolean)) chosen.add(node.id);
    else chosen.delete(node.id);
  }
  return chosen.has(node.id);
}

/** Departments that are not ticked but have ticked ones below: their box is half filled. */
export function halfTicked(tree: readonly DepartNode[], chosen: ReadonlySet<string>): string[] {
  const half: string[] = [];
  const holds = (node: DepartNode): boolean => {
    const isBelow = node.children.map(holds).some(Boolean);
    if (isBelow && !chosen.has(node.id)) half.push(node.id);
    return isBelow || chosen.has(node.id);
  };
  tree.forEach(holds);
  return half;
}

/** Every department of the tree. */
export const allDepartIds = (tree: readonly DepartNode[]): string[] => tree.flatMap(idsBelow);

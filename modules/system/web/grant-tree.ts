import type { GrantNode } from '../model/routes/roles.ts';

/** Keys of nodes and all below them. */
export const keysOf = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children ? [key, ...keysOf(children)] : key));

/** Nodes whose title holds the word, and the way that leads to them. */
export function matching(nodes: readonly GrantNode[], word: string): GrantNode[] {
  if (word === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.title.includes(word)) return [node];
    const children = matching(node.children ?? [], word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export function grantChange(
  held: readonly string[],
  requested: readonly string[],
): { given: string[]; taken: string[] } {
  const [before, after] = [new Set(held), new Set(requested)];
  return {
    given: [...after].filter((key) => !before.has(key)),
    taken: [...before].filter((key) => !after.has(key)),
  };
}

/**
 * The ticks of the tree. A group at the root is no right of its own: it is ticked when all below it
 * is; whatever lacks its tick but has some below shows half.
 */
export function shownChecks(
  nodes: readonly GrantNode[],
  granted: readonly string[],
): { checked: string[]; halfChecked: string[] } {
  const held = new Set(granted);
  const groups = nodes.filter(({ children }) => children !== null);
  const whole = groups.filter(({ children }) => keysOf(children ?? []).every((key) => held.has(key)));
  for (const { key } of groups) held.delete(key);
  for (const { key } of whole) held.add(key);
  const half: string[] = [];
  const visit = ({ key, children }: GrantNode): boolean => {
    const isBelow = (children ?? []).map(visit).some(Boolean);
    if (isBelow && !held.has(key)) half.push(key);
    return isBelow || held.has(key);
  };
  nodes.forEach(visit);
  return { checked: [...held], halfChecked: half };
}

/** What rights are called, with the page that each belongs to; in the order of the tree. */
export function namesOf(
  nodes: readonly GrantNode[],
  keys: readonly string[],
  way = '',
): { key: string; name: string }[] {
  const requested = new Set(keys);
  return nodes.flatMap(({ key, title, children }) => {
    const name = way === '' ? title : `${way} / ${title}`;
    const below = namesOf(children ?? [], keys, name);
    return requested.has(key) ? [{ key, name }, ...below] : below;
  });
}

/** A menu or a button that may be granted. */
export interface GrantNode {
  key: string;
  title: string;
  children: GrantNode[] | null;
}

/** Keys of nodes and all below them. */
export const keysOf = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keysOf(children ?? [])]);

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
  wanted: readonly string[],
): { given: string[]; taken: string[] } {
  const [before, after] = [new Set(held), new Set(wanted)];
  return {
    given: [...after].filter((key) => !before.has(key)),
    taken: [...before].filter((key) => !after.has(key)),
  };
}

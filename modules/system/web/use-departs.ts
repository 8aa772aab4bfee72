import { useQuery } from '@tanstack/react-query';
import { askRoute, keyOf } from '#kit/web/index.ts';
import { depart } from '../model/depart.ts';
import { departCalls, type DepartNode } from '../model/routes/departs.ts';

/** A department of the tree. */
export interface Depart {
  id: string;
  key: string;
  title: string;
  departName: string;
  orgCode: string;
  orgCategory: string;
  status: string;
  children: Depart[];
  [key: string]: unknown;
}

/** Departments as the server answers them, without blanks for those that have none below. */
export const asTree = (nodes: readonly DepartNode[]): Depart[] =>
  nodes.map((node) => ({ ...node, children: asTree(node.children ?? []) }) as Depart);

/** The departments of the tenant as a tree. */
export const useDeparts = () =>
  useQuery({
    queryKey: keyOf(depart, 'tree'),
    queryFn: ({ signal }) => askRoute(departCalls.tree, { signal }).then(asTree),
  });

/** All departments of a tree, parents first. */
export const departsIn = (nodes: readonly Depart[]): Depart[] =>
  nodes.flatMap((node) => [node, ...departsIn(node.children)]);

/** Departments whose name holds a word, with the way that leads to them. */
export function departsNamed(nodes: readonly Depart[], word: string): Depart[] {
  if (word === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = departsNamed(node.children, word);
    if (children.length === 0 && !node.departName.includes(word)) return [];
    return [{ ...node, children }];
  });
}

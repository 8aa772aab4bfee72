import { useQuery } from '@tanstack/react-query';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { depart } from '../model/depart.ts';
import { departCalls, type DepartChoice, type DepartNode } from '../model/routes/departs.ts';
import { dictCalls } from '../model/routes/dictionary.ts';

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

/**
 * The departments of the tenant as a tree. All of thousands are a pause: whoever only shows or looks for some
 * asks level by level (`DepartTree`) or by name.
 * @param isSlim their names and places are enough
 */
export const useDeparts = (isSlim = false) =>
  useQuery({
    queryKey: keyOf(depart, isSlim ? 'names' : 'tree'),
    queryFn: ({ signal }) =>
      isSlim
        ? fetchRoute(departCalls.idTree, { signal }).then(named)
        : fetchRoute(departCalls.tree, { signal }).then(asTree),
  });

const named = (nodes: readonly DepartChoice[]): Depart[] =>
  nodes.map(({ key, title, children }) => ({
    id: key,
    key,
    title,
    departName: title,
    orgCode: '',
    orgCategory: '',
    status: '',
    children: named(children ?? []),
  }));

/** Fields of a department that are its keys, as the server's source of departments calls them. */
const KEYS: Readonly<Record<string, string>> = { id: 'id', orgCode: 'org_code' };

/** The server's source of departments by one of their keys; undefined where that is no key. */
export const departSource = (store: string): string | undefined =>
  KEYS[store] && `sys_depart,depart_name,${KEYS[store]}`;

/** What departments are called, in the order of their keys. */
export const useDepartNames = (store: string, keys: readonly string[]) => {
  const dict = departSource(store);
  return useQuery({
    queryKey: keyOf(depart, 'called', store, ...keys),
    queryFn: ({ signal }) =>
      fetchRoute(dictCalls.labels, {
        params: { dict: dict ?? '' },
        query: { key: keys.join(','), delNotExist: false },
        signal,
      }),
    enabled: dict !== undefined && keys.length > 0,
  });
};

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

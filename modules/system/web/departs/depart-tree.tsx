import { useQueries, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Tree } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, BlankState, keyOf, useDebounced, useIsMobile } from '#kit/web/index.ts';
import { depart } from '../../model/depart.ts';
import { departCalls, type DepartNode } from '../../model/routes/departs.ts';
import type { Depart } from '../use-departs.ts';
import '../system.css';

/** A department as the tree draws it: `children` only once it was asked for. */
interface Shown {
  id: string;
  key: string;
  departName: string;
  orgCode: string;
  isLeaf: boolean;
  children?: Shown[];
}

const levelOf = (pid: string) => ({
  queryKey: keyOf(depart, 'level', pid),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchRoute(departCalls.level, { query: { pid }, signal }),
});

/**
 * The departments of the tenant, a level at a time, so that thousands of them cost no more than those
 * that were opened; what is looked for is looked for by the server.
 */
export function DepartTree({
  chosen,
  height = 560,
  onChoose,
}: {
  chosen: { id: string } | null;
  /** px; lower on a phone. */
  height?: number;
  onChoose: (depart: Depart) => void;
}): ReactNode {
  const isMobile = useIsMobile();
  const [word, setWord] = useState('');
  const [open, setOpen] = useState<readonly string[] | null>(null);
  const typed = useDebounced(word.trim(), 300);
  const roots = useQuery(levelOf(''));
  const expanded = open ?? (roots.data?.length === 1 ? roots.data.map(({ id }) => id) : []);
  const levels = useQueries({ queries: expanded.map(levelOf) });
  const below = new Map(expanded.map((id, i) => [id, levels[i]?.data]));
  const found = useQuery({
    queryKey: keyOf(depart, 'search', typed),
    queryFn: ({ signal }) => fetchRoute(departCalls.search, { query: { keyWord: typed }, signal }),
    enabled: typed !== '',
    retry: false,
  });
  if (roots.error)
    return (
      <Alert
        type="error"
        title={roots.error.message}
        action={<Button onClick={() => void roots.refetch()}>重试</Button>}
      />
    );
  const isSearching = typed !== '';
  const tree = isSearching ? (found.error ? [] : found.data?.map(whole)) : roots.data?.map((one) => opened(one, below));
  return (
    <>
      <Input
        allowClear
        aria-label="查找部门"
        placeholder="查找部门"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      {!tree ? (
        <Skeleton active />
      ) : tree.length === 0 ? (
        <BlankState title={isSearching ? '没有查询到任何数据' : '还没有部门'} />
      ) : (
        <Tree<Shown>
          className="sy-depart-tree"
          aria-label="部门"
          blockNode
          height={isMobile ? 240 : height}
          treeData={tree}
          titleRender={({ departName, orgCode }) => <span title={`${departName}（${orgCode}）`}>{departName}</span>}
          {...(isSearching
            ? { key: typed, defaultExpandedKeys: keysOf(tree) }
            : { expandedKeys: [...expanded], onExpand: (keys) => setOpen(keys.map(String)) })}
          selectedKeys={chosen ? [chosen.id] : []}
          onSelect={(_, { node }) => onChoose(asDepart(node))}
        />
      )}
    </>
  );
}

/** The department that a page begins with, and the newest of the one that was chosen. */
export function useChosenDepart(chosen: Depart | null): Depart | null {
  const roots = useQuery(levelOf(''));
  const level = useQuery(levelOf(String(chosen?.['parentId'] ?? '')));
  const first = roots.data?.[0];
  if (!chosen) return first ? asDepart(first) : null;
  const fresh = level.data?.find(({ id }) => id === chosen.id);
  return fresh ? asDepart(fresh) : chosen;
}

function opened(node: DepartNode, below: ReadonlyMap<string, DepartNode[] | undefined>): Shown {
  const { children: _, ...rest } = node;
  const children = below.get(node.id)?.map((one) => opened(one, below));
  return { ...rest, ...(children ? { children } : {}) } as unknown as Shown;
}

const whole = ({ children, ...rest }: DepartNode): Shown =>
  ({ ...rest, ...(children ? { children: children.map(whole) } : {}) }) as unknown as Shown;

const asDepart = (node: object): Depart => ({ ...(node as Depart), children: [] });

const keysOf = (tree: readonly Shown[]): string[] => tree.flatMap(({ id, children = [] }) => [id, ...keysOf(children)]);

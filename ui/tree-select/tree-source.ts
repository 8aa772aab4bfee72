import type { TreeHit, WireNode } from '#kit/model/tree.ts';

/** A node of a tree that is chosen from. */
export interface TreeNode {
  value: string;
  title: string;
  isLeaf: boolean;
  /** Absent: not read yet. */
  children?: readonly TreeNode[] | undefined;
}

/** Where the nodes of a tree come from. */
export interface TreeSource {
  /** What is read: two sources of the same key answer the same. */
  key: readonly unknown[];
  roots(signal: AbortSignal): Promise<readonly TreeNode[]>;
  /** What hangs below a node that came without children. */
  below(value: string): Promise<readonly TreeNode[]>;
  /** What stored values are called, in their order; a value nobody knows stands for itself. */
  labels(values: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Finds nodes wherever they hang. Absent: only what was read is searched. */
  search?(word: string, signal: AbortSignal): Promise<readonly TreeHit[]>;
}

/** Nodes of the wire as nodes of a tree, keyed by one of their fields. */
export const asTreeNodes = (nodes: readonly WireNode[], by: 'key' | 'code' = 'key'): readonly TreeNode[] =>
  nodes.map((node) => ({
    value: (by === 'code' ? node.code : undefined) ?? node.key,
    title: node.title,
    isLeaf: node.isLeaf ?? Boolean(node.leaf),
    ...(node.children ? { children: asTreeNodes(node.children, by) } : {}),
  }));

/** Spec §5: the condition of a tree select is a JSON object in a text. */
export const CONDITION_FAULT = '组件JTreeSelect-condition传值有误，需要一个json字符串!';

/** What is wrong with a condition; null when nothing is, or there is none. */
export function conditionFault(condition: string | undefined): string | null {
  if (condition === undefined || condition.trim() === '') return null;
  try {
    const given: unknown = JSON.parse(condition);
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    return isObject ? null : CONDITION_FAULT;
  } catch {
    return CONDITION_FAULT;
  }
}

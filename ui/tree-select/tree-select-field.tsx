import type { ReactNode } from 'react';
import { widgetServices } from '../services.ts';
import { LazyTreeSelect, type LazyTreeSelectProps } from './lazy-tree-select.tsx';
import { searchTree } from './tree-search.ts';
import { asTreeNodes, type TreeSource } from './tree-source.ts';

export interface TreeSelectFieldProps extends Omit<LazyTreeSelectProps, 'source'> {
  /** `table,text,code` of a source that the server has registered as a tree. */
  dict: string;
  /** Name of the column that leads upwards; `pid` by default. */
  pidField?: string | undefined;
  /** Where the tree begins; its roots by default. */
  pidValue?: string | undefined;
  /** Name of the column that tells of children. The server looks for itself; part of the wire. */
  hasChildField?: string | undefined;
}

/** A tree select over a table of the server (contract §5.3, JTreeSelect). */
export function TreeSelectField(props: TreeSelectFieldProps): ReactNode {
  return <LazyTreeSelect {...props} source={tableTree(props)} />;
}

/** A registered table as a tree, read level by level. */
function tableTree({
  dict,
  pidField = 'pid',
  pidValue = '',
  hasChildField,
  condition,
}: TreeSelectFieldProps): TreeSource {
  const [tableName, text, code] = dict.split(',').map((part) => part.trim());
  const level = (pid: string, signal?: AbortSignal) =>
    widgetServices
      .get()
      .treeLevel({ pid, tableName, text, code, pidField, hasChildField, condition }, signal)
      .then((nodes) => asTreeNodes(nodes));
  return {
    key: ['dict', dict, pidField, pidValue, condition ?? ''],
    roots: (signal) => level(pidValue, signal),
    below: (value) => level(value),
    labels: (values, signal) => widgetServices.get().dictLabels(dict, values, signal),
    search: (keyword, signal) => searchTree({ dict, pid: pidValue, pidField, condition, keyword }, signal),
  };
}

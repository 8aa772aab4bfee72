import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { DICT_SEARCH_DEBOUNCE_MS, TREE_DROPDOWN_MOST_HEIGHT } from '#kit/model/limits.ts';
import { inputProps } from '../cells/faces.ts';
import { useDebounced } from '../use-debounced.ts';
import { toastError } from '../feedback.tsx';
import type { Picked, PickedFormProps } from '../picker/picked-field.tsx';
import { readKeys, writeKeys } from '../picker/picked-values.ts';
import { conditionFault, type TreeNode, type TreeSource } from './tree-source.ts';
import '../picker/picker.css';
import './tree-select.css';

export interface LazyTreeSelectProps extends PickedFormProps {
  source: TreeSource;
  /** What the source narrows every level by: a JSON object in a text. */
  condition?: string | undefined;
  multiple?: boolean | undefined;
  /** px of what opens; the field's own width by default. */
  popupWidth?: number | undefined;
  /** A node that cannot be chosen, nor anything below it: a thing never hangs below itself. */
  except?: string | undefined;
  /** Chosen values, joined by commas. */
  value?: string | null | undefined;
  /** With the names of what was chosen beside the values. */
  onChange?: ((value: string | null, picked: readonly Picked[]) => void) | undefined;
}

/**
 * A tree select over a source. Where its condition cannot be read, the field says so, shows what is
 * stored as it is, and cannot be opened.
 */
export function LazyTreeSelect(props: LazyTreeSelectProps): ReactNode {
  const fault = conditionFault(props.condition);
  if (!fault) return <TreeField {...props} />;
  return (
    <div className="wb-tree-fault">
      <TreeField {...props} source={NOTHING} disabled aria-invalid />
      <span role="alert">{fault}</span>
    </div>
  );
}

const NOTHING: TreeSource = {
  key: ['none'],
  roots: async () => [],
  below: async () => [],
  labels: async (values) => values,
};

/**
 * Chooses from a tree whose levels are read as they are opened. Where the source can search, what
 * is typed is looked for in all of it, and what was found stands there with its path.
 */
function TreeField(props: LazyTreeSelectProps): ReactNode {
  const { source, multiple = false, value, onChange, disabled = false, placeholder } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const tree = useLevels(source, isOpen, props.except);
  const found = useHits(source, typed.trim(), props.except);
  const values = readKeys(value);
  const labels = useLabels(source, values);
  const shown = values.map((one) => ({ value: one, label: labels(one) }));
  return (
    <TreeSelect
      {...inputProps({ ...props, id })}
      aria-label={props['aria-label']}
      className="wb-picked-names"
      style={{ width: '100%' }}
      labelInValue
      multiple={multiple}
      treeNodeLabelProp="name"
      showSearch={{
        treeNodeFilterProp: 'title',
        searchValue: typed,
        onSearch: setTyped,
        ...(source.search ? { filterTreeNode: false } : {}),
      }}
      allowClear
      disabled={disabled}
      placeholder={disabled ? '' : (placeholder ?? '请选择')}
      {...(props.popupWidth ? { popupMatchSelectWidth: props.popupWidth } : {})}
      listHeight={TREE_DROPDOWN_MOST_HEIGHT}
      value={multiple ? shown : (shown[0] ?? null)}
      treeData={found?.data ?? tree.data}
      treeExpandedKeys={tree.expanded}
      onTreeExpand={(keys) => tree.expand(keys.map(String))}
      onOpenChange={(isNowOpen) => {
        setOpen(isNowOpen);
        setTyped('');
      }}
      notFoundContent={found?.note ?? tree.note}
      // The input says that it controls a list of this name, which antd gives to nothing.
      popupRender={(list) => <div id={`${id}_list`}>{list}</div>}
      onChange={(next: Labelled | Labelled[] | null | undefined) => {
        setTyped('');
        const chosen = Array.isArray(next) ? next : next ? [next] : [];
        onChange?.(
          writeKeys(chosen.map((one) => one.value)),
          chosen.map((one) => ({ value: one.value, label: String(one.label ?? one.value) })),
        );
      }}
    />
  );
}

interface Labelled {
  value: string;
  label?: ReactNode;
}

interface DataNode {
  value: string;
  /** What stands in the list. */
  title: string;
  /** What stands in the field once it is chosen. */
  name: string;
  isLeaf: boolean;
  disabled?: boolean;
  children?: DataNode[];
}

/** The tree as far as it was opened. A level that could not be read folds its node up again. */
function useLevels(source: TreeSource, isOpen: boolean, except: string | undefined) {
  const [levels, setLevels] = useState<Readonly<Record<string, readonly TreeNode[]>>>({});
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const [readFor, setReadFor] = useState(source.key);
  if (JSON.stringify(readFor) !== JSON.stringify(source.key)) {
    setReadFor(source.key);
    setLevels({});
    setExpanded([]);
  }
  const roots = useQuery({
    queryKey: ['tree', ...source.key],
    queryFn: ({ signal }) => source.roots(signal),
    enabled: isOpen,
  });
  const read = async (value: string): Promise<void> => {
    try {
      const nodes = await source.below(value);
      setLevels((known) => ({ ...known, [value]: nodes }));
    } catch (error) {
      toastError(error);
      setExpanded((keys) => keys.filter((key) => key !== value));
    }
  };
  return {
    data: dataNodes(roots.data ?? [], levels, except),
    expanded: [...expanded],
    expand(keys: readonly string[]): void {
      const unread = keys.filter((key) => !expanded.includes(key) && !levels[key]);
      setExpanded(keys);
      const given = withChildren(roots.data ?? [], levels);
      for (const key of unread) if (!given.has(key)) void read(key);
    },
    note: roots.isFetching ? '加载中…' : (roots.error?.message ?? '没有查询到任何数据'),
  };
}

/** Nodes that came with what hangs below them. */
function withChildren(nodes: readonly TreeNode[], levels: Readonly<Record<string, readonly TreeNode[]>>): Set<string> {
  const found = new Set<string>();
  const walk = (level: readonly TreeNode[]): void => {
    for (const node of level) {
      if (node.children) found.add(node.value);
      walk(node.children ?? levels[node.value] ?? []);
    }
  };
  walk(nodes);
  return found;
}

/** A level that is not read yet holds its place, so that its node can be opened. */
function dataNodes(
  nodes: readonly TreeNode[],
  levels: Readonly<Record<string, readonly TreeNode[]>>,
  except: string | undefined,
  isBelowIt = false,
): DataNode[] {
  return nodes.map(({ value, title, isLeaf, children }) => {
    const isBarred = isBelowIt || value === except;
    const node = { value, title, name: title, ...(isBarred ? { disabled: true } : {}) };
    const below = children ?? levels[value];
    if (isLeaf || below?.length === 0) return { ...node, isLeaf: true };
    const shown = below ? dataNodes(below, levels, except, isBarred) : [waitingBelow(value)];
    return { ...node, isLeaf: false, children: shown };
  });
}

const waitingBelow = (value: string): DataNode => ({
  value: `${value}/…`,
  title: '加载中…',
  name: '',
  isLeaf: true,
  disabled: true,
});

/** What the source found for a word, as a plain list; null while nothing is looked for in it. */
function useHits(
  source: TreeSource,
  typed: string,
  except: string | undefined,
): { data: DataNode[]; note: string } | null {
  const word = useDebounced(typed, DICT_SEARCH_DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ['tree', ...source.key, 'search', word],
    queryFn: ({ signal }) => source.search?.(word, signal) ?? [],
    enabled: source.search !== undefined && word !== '',
  });
  if (!source.search || typed === '') return null;
  const isWaiting = found.isFetching || word !== typed;
  const data = (isWaiting ? [] : (found.data ?? [])).map(({ value, title, above }): DataNode => {
    const path = [...above, { value, title }];
    const isBarred = path.some((one) => one.value === except);
    return {
      value,
      title: path.map((one) => one.title).join(' / '),
      name: title,
      isLeaf: true,
      ...(isBarred ? { disabled: true } : {}),
    };
  });
  return { data, note: isWaiting ? '加载中…' : (found.error?.message ?? '没有查询到任何数据') };
}

/** Names of stored values; the value itself where nobody knows it any more. */
function useLabels(source: TreeSource, values: readonly string[]): (value: string) => string {
  const { data, isFetching } = useQuery({
    queryKey: ['tree', ...source.key, 'labels', values],
    async queryFn({ signal }) {
      const names = await source.labels(values, signal);
      return new Map(values.map((value, at) => [value, names[at] ?? value]));
    },
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
  });
  return (value) => data?.get(value) ?? (isFetching ? '加载中…' : value);
}

import type { ReactNode } from 'react';
import { categoryCalls, dictCalls } from '../../model/routes/dictionary.ts';
import {
  fetchRoute,
  asTreeNodes,
  LazyTreeSelect,
  searchTree,
  type LazyTreeSelectProps,
  type TreeSource,
} from '#kit/web/index.ts';

export interface CategorySelectProps extends Omit<LazyTreeSelectProps, 'source'> {
  /** Code of the category below which is chosen; 0 = all. */
  pcode?: string | undefined;
  /** Field that is stored; `id` by default. */
  field?: 'id' | 'code' | undefined;
  /** Reads level by level in place of the whole tree at once. */
  async?: boolean | undefined;
  /** Name of a further field of the form that takes the chosen names. */
  back?: string | undefined;
  /** Values for that field. */
  onBack?: ((values: Record<string, string>) => void) | undefined;
}

/** A tree select over the categories of the tenant (contract §5.3, JCategorySelect, JTreeDict). */
export function CategorySelect({
  pcode = '0',
  field = 'id',
  async: isAsync = false,
  condition,
  back,
  onBack,
  onChange,
  ...props
}: CategorySelectProps): ReactNode {
  return (
    <LazyTreeSelect
      placeholder="请选择分类"
      {...props}
      condition={condition}
      source={categoryTree({ pcode, field, isAsync, condition })}
      onChange={(value, picked) => {
        onChange?.(value, picked);
        if (back) onBack?.({ [back]: picked.map((one) => one.label).join(',') });
      }}
    />
  );
}

/** Where everything is cached that was read of these trees. */
export const CATEGORY_TREES = ['tree', 'category'];

/** What is read of the categories, and how. */
interface CategoryTree {
  pcode: string;
  field: 'id' | 'code';
  isAsync: boolean;
  condition: string | undefined;
}

function categoryTree({ pcode, field, isAsync, condition }: CategoryTree): TreeSource {
  const by = field === 'code' ? 'code' : 'key';
  return {
    key: ['category', pcode, field, isAsync, condition ?? ''],
    async roots(signal) {
      const query = { async: isAsync, pcode, condition };
      return asTreeNodes(await fetchRoute(categoryCalls.root, { query, signal }), by);
    },
    async below(value) {
      const nodes =
        field === 'code'
          ? await fetchRoute(categoryCalls.level, { query: { pcode: value, condition } })
          : await fetchRoute(categoryCalls.children, { query: { pid: value, condition } });
      return asTreeNodes(nodes, by);
    },
    labels: (values, signal) => categoryNames(values, field, signal),
    // What was read at once is searched where it is.
    ...(isAsync && {
      search: (keyword: string, signal: AbortSignal) =>
        searchTree({ dict: `sys_category,name,${field}`, pcode, condition, keyword }, signal),
    }),
  };
}

function categoryNames(values: readonly string[], field: 'id' | 'code', signal: AbortSignal): Promise<string[]> {
  const request = values.join(',');
  if (field === 'id') return fetchRoute(categoryCalls.names, { query: { ids: request, delNotExist: false }, signal });
  return fetchRoute(dictCalls.labels, {
    params: { dict: 'sys_category,name,code' },
    query: { key: request, delNotExist: false },
    signal,
  });
}

import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  cellOf,
  fetched,
  ListPage,
  toast,
  usePage,
  usePermission,
  usePermissions,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { tag } from '../model/tag.ts';
import type { MergeTagsProps } from './merge-tags.tsx';

const MergeTags = fetched<MergeTagsProps>(() => import('./merge-tags.tsx').then((module) => module.MergeTags));

/** A tag with how many rows have it that the reader may see. */
type TagRow = WireRow<typeof tag> & { uses?: number };

/** Where rows with tags of a scope are listed, and what lists them. */
const LISTS: Partial<Record<TagRow['scope'], { path: string; permission: string }>> = {
  order: { path: '/orders/pending?tab=*&', permission: 'orders:salesOrder:list' },
  product: { path: '/base/product?', permission: 'catalog:product:list' },
  customer: { path: '/base/customer?', permission: 'base:customer:list' },
};

const COLUMNS: readonly ColumnSpec<TagRow>[] = [
  'name',
  { key: 'color', render: (row) => <Coloured row={row} /> },
  'scope',
  {
    key: 'uses',
    title: '使用数',
    width: 96,
    align: 'right',
    render: (row) => <Uses row={row} />,
    text: ({ uses = 0 }) => String(uses),
  },
  'createTime',
];

/** 标签: what they are called, what they are for, how often each is used; several become one. */
export function TagList(): ReactNode {
  const mayMerge = usePermission('base:tag:merge');
  const [merged, setMerged] = useState<readonly TagRow[] | null>(null);
  const action = (row: TagRow): RowAction[] =>
    mayMerge ? [{ key: 'merge', title: '合并', onClick: () => setMerged([row]) }] : [];
  return (
    <>
      <ListPage<typeof tag, TagRow>
        of={tag}
        columns={COLUMNS}
        inPlace={['name', 'color']}
        rowActions={action}
        chosen={(list) =>
          mayMerge && (
            <Button
              onClick={() => {
                const { selection } = list;
                if (selection.mode === 'all') toast.warn('请逐行勾选要合并的标签');
                else setMerged(selection.rows);
              }}
            >
              合并
            </Button>
          )
        }
      />
      {merged && <MergeTags rows={merged} onClose={() => setMerged(null)} />}
    </>
  );
}

/** As it is shown wherever it is given. */
function Coloured({ row }: { row: TagRow }): ReactNode {
  const { Show } = cellOf('tags');
  const shown = { id: row.id, name_dictText: row.name, name_tones: [row.color] };
  return <Show field={tag.fields.name} name="name" value={[row.id]} row={shown} />;
}

/** A figure leads to what it is counted from. */
function Uses({ row: { id, scope, uses = 0 } }: { row: TagRow }): ReactNode {
  const { open } = usePage();
  const may = usePermissions();
  const list = LISTS[scope];
  if (uses === 0 || !list || !may(list.permission)) return uses;
  return (
    <Button type="link" size="small" onClick={() => open(`${list.path}tagIds=${id}`)}>
      {uses}
    </Button>
  );
}

import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { quantity, text } from '#kit/model/field.ts';
import { defineRoute, pathOf } from '#kit/model/route.ts';
import { ApiError } from '../http/api-error.ts';
import type { GalleryPart } from '../gallery-part.ts';
import type { GridColumn } from '../grid/grid-column.ts';
import type { Query } from '../http/http.ts';
import { TreeTable } from '#kit/web/lazy-grids.tsx';
import type { TreeTableHandle } from './tree-table.tsx';

const DEPART_TREE = pathOf(
  defineRoute({
    method: 'GET',
    path: '/sys/sysDepart/queryDepartTreeSync',
    access: 'signedIn',
    summary: '部门树',
  }),
);
const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: text('类目'), width: 320 },
  { key: 'code', field: text('编码') },
  { key: 'count', field: quantity('商品数'), statistics: ['sum'] },
];

const NAMES = ['家居日用', '数码配件', '运动户外'];

/** Three levels; the last row of the second says to have children, and has none. */
async function answer({ parentId }: Query): Promise<{ records: object[] }> {
  const above = String(parentId ?? '');
  const level = above === '' ? 0 : above.split('-').length;
  if (above.endsWith('-3')) return { records: [] };
  const records = NAMES.map((name, at) => {
    const id = above === '' ? String(at + 1) : `${above}-${at + 1}`;
    return { id, code: `C${id}`, name: `${name} ${id}`, count: at + 1, hasChildren: level < 2 };
  });
  return { records };
}

function Lazy(): ReactNode {
  const handle = useRef<TreeTableHandle>(null);
  return (
    <>
      <TreeTable title="类目" columns={COLUMNS} request={answer} handle={handle} />
      <Button onClick={() => handle.current?.reload()}>刷新</Button>
    </>
  );
}

/** The first answer is not to be understood, nor are the first children. */
function Strange(): ReactNode {
  const tries = useRef(0);
  const [request] = useState(() => async (query: Query): Promise<unknown> => {
    tries.current += 1;
    return tries.current % 2 === 1 ? { list: [] } : answer(query);
  });
  return <TreeTable title="类目" columns={COLUMNS} request={request} />;
}

async function refused(): Promise<never> {
  throw new ApiError(500, '类目服务没有应答');
}

const DEPARTS: readonly GridColumn[] = [
  { key: 'departName', field: text('部门'), width: 280 },
  { key: 'orgCode', field: text('部门编码') },
];

export const gallery: GalleryPart = {
  title: '树形列表',
  states: [
    { title: '逐级展开', Show: Lazy },
    {
      title: '部门',
      Show: () => (
        <TreeTable
          title="部门"
          columns={DEPARTS}
          url={DEPART_TREE}
          queryKey="pid"
          tableProps={{ rowNumber: true, maxHeight: 500 }}
        />
      ),
    },
    { title: '看不懂的答复', Show: Strange },
    {
      title: '没有应答',
      Show: () => <TreeTable title="类目" columns={COLUMNS} request={refused} />,
    },
    {
      title: '没有数据',
      Show: () => <TreeTable title="类目" columns={COLUMNS} request={async () => []} />,
    },
  ],
};

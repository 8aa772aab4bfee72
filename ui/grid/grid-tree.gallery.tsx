import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { money, quantity, text, textarea } from '#kit/model/field.ts';
import { ApiError } from '../http/api-error.ts';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { Grid } from '#kit/web/lazy-widgets.tsx';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridHandle, GridProps } from './grid-props.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: text('类目', { required: true }), width: 260 },
  { key: 'code', field: text('编码'), width: 140, rules: [{ unique: true }] },
  { key: 'count', field: quantity('商品数'), width: 120, statistics: ['sum', 'average'] },
  { key: 'fee', field: money('佣金', 'currency'), rules: [{ pattern: 'money' }] },
  { key: 'remark', field: textarea('备注') },
];

const row = (id: string, name: string, more: Record<string, unknown> = {}): GridRow => ({
  id,
  name,
  code: id.toUpperCase(),
  count: name.length * 3,
  fee: '12.50',
  currency: 'USD',
  ...more,
});

/** Children within their parents, and one that only says whose child it is. */
const GIVEN: readonly GridRow[] = [
  row('home', '家居日用', {
    children: [
      row('kitchen', '厨房用品', {
        children: [row('cup', '不锈钢保温杯'), row('rack', '厨房置物架')],
      }),
      row('store', '收纳整理'),
    ],
  }),
  row('digital', '数码配件'),
  row('toy', '玩具'),
  row('mouse', '无线鼠标', { parentId: 'digital' }),
];

const ROOTS: readonly GridRow[] = [
  row('a', '服装', { hasChildren: true }),
  row('b', '箱包', { hasChildren: true }),
  row('c', '鞋靴', { hasChildren: true }),
  row('d', '配饰'),
];

/** What a server would answer; 箱包 has none, 鞋靴 fails at first. */
function useAnswers(): (parent: GridRow) => Promise<readonly GridRow[]> {
  const failed = useRef(false);
  return useCallback(async ({ id, name }) => {
    await new Promise((done) => setTimeout(done, 150));
    if (id === 'b') return [];
    if (id === 'c' && !failed.current) {
      failed.current = true;
      throw new ApiError(500, '下级类目暂时读不到，请稍后再试');
    }
    return [1, 2, 3].map((at) =>
      row(`${id}${at}`, `${String(name)} ${at}`, { hasChildren: at === 1 && id.length < 4 }),
    );
  }, []);
}

/** A tree with everything it holds as text beside it. */
function Shown({ isLazy = false, ...props }: Partial<GridProps> & { isLazy?: boolean }): ReactNode {
  const handle = useRef<GridHandle>(null);
  const [rows, setRows] = useState<readonly GridRow[]>(isLazy ? ROOTS : GIVEN);
  const [message, setMessage] = useState('');
  const loadChildren = useAnswers();
  return (
    <>
      <Grid
        title="类目"
        rows={rows}
        columns={COLUMNS}
        tree={isLazy ? { loadChildren } : {}}
        handle={handle}
        toolbar
        rowSelection
        {...props}
      />
      <Button onClick={() => setMessage(JSON.stringify(handle.current?.getAll()))}>读取</Button>
      <Button onClick={() => setRows([...rows])}>重新加载</Button>
      <Button onClick={() => void handle.current?.validateTable()}>校验</Button>
      <output style={{ overflowWrap: 'anywhere' }}>{message}</output>
    </>
  );
}

/** A hundred parents with a hundred children each, all of them open. */
function TenThousand(): ReactNode {
  const handle = useRef<GridHandle>(null);
  const rows = useMemo(
    () =>
      Array.from({ length: 100 }, (_, at) =>
        row(`p${at + 1}`, `大类 ${at + 1}`, {
          children: Array.from({ length: 99 }, (_child, under) =>
            row(`p${at + 1}-${under + 1}`, `小类 ${at + 1}-${under + 1}`),
          ),
        }),
      ),
    [],
  );
  const setOpen = (isOpen: boolean): void =>
    handle.current?.setOpen(
      rows.map(({ id }) => id),
      isOpen,
    );
  return (
    <>
      <Grid title="类目" rows={rows} columns={COLUMNS} tree={{}} handle={handle} rowNumber />
      <Button onClick={() => setOpen(true)}>全部展开</Button>
      <Button onClick={() => setOpen(false)}>全部收起</Button>
    </>
  );
}

const state = (title: string, props: Parameters<typeof Shown>[0]): GalleryState => ({
  title,
  Show: () => <Shown {...props} />,
});

export const gallery: GalleryPart = {
  title: '树形表格',
  states: [
    {
      ...state('树', { rowNumber: true }),
      hint: '在类目一列按右方向键展开或进入第一个下级，按左方向键收起或回到上级。',
    },
    state('逐级加载', { isLazy: true, rowNumber: true }),
    state('同级排序', { dragSort: true, rowNumber: true, maxHeight: 500 }),
    state('始终编辑的树', { alwaysEdit: true }),
    state('只读的树', { disabled: true, isLazy: true, toolbar: false }),
    { title: '一万行的树', Show: TenThousand },
  ],
};

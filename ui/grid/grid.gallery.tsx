import { Button, Tabs } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { dict } from '#kit/model/dict.ts';
import { choice, date, flag, money, quantity, text, textarea, weight } from '#kit/model/field.ts';
import { GRID_ROW_HEIGHT } from '#kit/model/limits.ts';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { codeHandler } from '#kit/web/form/code-check.ts';
import { Grid } from '#kit/web/lazy-widgets.tsx';
import type { GridColumn, GridRow } from './grid-column.ts';
import { validateGrids, type GridHandle, type GridProps } from './grid-props.ts';

const level = dict('gallery_level', { low: '低', middle: '中', high: '高' });
const words = ['不锈钢保温杯', '折叠收纳箱', '儿童雨衣', '厨房置物架', '无线鼠标'];

const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: text('编码', { required: true }), width: 130, rules: [{ unique: true }] },
  { key: 'name', field: text('品名'), placeholder: '请输入${title}' },
  { key: 'level', field: choice('级别', level), width: 100 },
  { key: 'count', field: quantity('数量', { default: 1 }), statistics: ['sum', 'average'] },
  {
    key: 'amount',
    field: money('金额', 'currency'),
    rules: [{ pattern: 'money' }],
    statistics: ['sum'],
  },
  { key: 'isFragile', field: flag('易碎') },
  { key: 'day', field: date('到货日期') },
  { key: 'weight', field: weight('重量') },
  { key: 'remark', field: textarea('备注') },
];

const rowAt = (index: number): GridRow => ({
  id: `r${index + 1}`,
  code: `SP${String(index + 1).padStart(5, '0')}`,
  name: `${words[index % words.length]} ${index + 1}`,
  level: ['low', 'middle', 'high'][index % 3],
  count: (index * 7) % 100,
  amount: (((index * 1379) % 100_000) / 100 + 1).toFixed(2),
  currency: 'USD',
  isFragile: index % 4 === 0,
  day: `2026-11-${String((index % 28) + 1).padStart(2, '0')}`,
  weight: 100 + index,
  remark: index % 5 === 0 ? '外箱加固，\n轻拿轻放' : null,
});

const rowsOf = (count: number): readonly GridRow[] => Array.from({ length: count }, (_, i) => rowAt(i));

/** A grid with everything it holds as text beside it. */
function Shown({
  count,
  columns = COLUMNS,
  reads = false,
  ...props
}: Partial<GridProps> & { count: number; reads?: boolean }): ReactNode {
  const rows = useMemo(() => rowsOf(count), [count]);
  const handle = useRef<GridHandle>(null);
  const [said, setMessage] = useState('');
  return (
    <>
      <Grid
        title="货品"
        rows={rows}
        columns={columns}
        handle={handle}
        onSelectRowChange={(chosen) => setMessage(`已选：${chosen.map(({ id }) => id).join(',')}`)}
        {...props}
      />
      {reads && <Button onClick={() => setMessage(JSON.stringify(handle.current?.getAll()))}>读取</Button>}
      <output style={{ overflowWrap: 'anywhere' }}>{said}</output>
    </>
  );
}

const state = (title: string, props: Parameters<typeof Shown>[0]): GalleryState => ({
  title,
  Show: () => <Shown {...props} />,
});

const MANY: readonly GridColumn[] = Array.from({ length: 20 }, (_, index): GridColumn => {
  const base = COLUMNS[index % COLUMNS.length] as GridColumn;
  if (index < COLUMNS.length) return base;
  return { ...base, key: `${base.key}${index}`, rules: [] };
});

const wide = (index: number): GridRow => {
  const row = rowAt(index);
  const more = MANY.slice(COLUMNS.length).map(({ key }) => [key, row[key.replace(/\d+$/, '')]]);
  return { ...row, ...Object.fromEntries(more) };
};

function TenThousand({ alwaysEdit }: { alwaysEdit: boolean }): ReactNode {
  const rows = useMemo(() => Array.from({ length: 10_000 }, (_, index) => wide(index)), []);
  return <Grid title="货品" rows={rows} columns={MANY} rowNumber alwaysEdit={alwaysEdit} />;
}

/** As a form that is being sent: nothing is typed until the answer is there. */
function Sending(): ReactNode {
  const [isSending, setSending] = useState(false);
  return (
    <>
      <Button onClick={() => setSending(!isSending)}>{isSending ? '收到答复' : '提交'}</Button>
      <Shown count={2} toolbar disabled={isSending} />
    </>
  );
}

const PLACES: Readonly<Record<string, readonly [string, string][]>> = {
  '': [
    ['gd', '广东'],
    ['zj', '浙江'],
  ],
  gd: [
    ['sz', '深圳'],
    ['gz', '广州'],
  ],
  zj: [['hz', '杭州']],
};

function Linked(): ReactNode {
  const [rows] = useState<readonly GridRow[]>([
    { id: 'a', province: 'gd', province_dictText: '广东', city: 'sz', city_dictText: '深圳' },
    { id: 'b' },
    { id: 'c', province: 'zj', city: 'hz' },
  ]);
  const [linkage] = useState([
    {
      key: 'province',
      requestData: (parent: string) =>
        Promise.resolve((PLACES[parent] ?? []).map(([value, words]) => ({ value, text: words }))),
    },
  ]);
  return <Grid title="地址" rows={rows} linkageConfig={linkage} columns={LINKED} />;
}

const LINKED: readonly GridColumn[] = [
  { key: 'province', field: text('省份'), linkageKey: 'city' },
  { key: 'city', field: text('城市') },
];

const PATTERNS = ['n6-16', '*6-16', 's6-18', 'url', 'e', 'm', 'p', 's', 'n', 'z', '*', 'money'] as const;

const RULED: readonly GridColumn[] = [
  {
    key: 'required',
    field: text('必填'),
    rules: [{ required: true, message: '${title}不能空着' }],
  },
  ...PATTERNS.map((pattern): GridColumn => ({
    key: pattern,
    field: text(pattern),
    rules: [{ pattern }],
  })),
  { key: 'only', field: text('唯一'), rules: [{ pattern: 'only' }] },
  {
    key: 'own',
    field: text('正则'),
    rules: [{ pattern: '^A\\d+$', message: '${title}须为A加数字' }],
  },
  {
    key: 'slow',
    field: text('异步'),
    rules: [
      {
        handler: ({ value }, callback) => {
          setTimeout(() => callback(value !== 'taken', '该编码已被占用'));
        },
      },
    ],
  },
  { key: 'code', field: text('编码规则'), rules: [{ handler: codeHandler('common') }] },
];

function TwoTabs(): ReactNode {
  const [tab, setTab] = useState('0');
  const [said, setMessage] = useState('');
  const grids = useRef<(GridHandle | null)[]>([]);
  const [good] = useState<readonly GridRow[]>([{ id: 'g', required: '好' }]);
  const [bad] = useState<readonly GridRow[]>([{ id: 'x', required: '' }]);
  const columns = useMemo(() => RULED.slice(0, 1), []);
  const grid = (index: number, rows: readonly GridRow[]): ReactNode => (
    <Grid
      title={`明细 ${index + 1}`}
      rows={rows}
      columns={columns}
      handle={(one) => void (grids.current[index] = one)}
    />
  );
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: '0', label: '第一张', children: grid(0, good), forceRender: true },
          { key: '1', label: '第二张', children: grid(1, bad), forceRender: true },
        ]}
      />
      <Button
        onClick={() =>
          void validateGrids(grids.current, (index) => setTab(String(index))).then((fault) =>
            setMessage(fault ? `第 ${fault.index + 1} 张：${fault.faults[0]?.message}` : '全部通过'),
          )
        }
      >
        全部校验
      </Button>
      <output>{said}</output>
    </>
  );
}

const FROZEN = MANY.map((column, index): GridColumn => {
  if (index === 0) return { ...column, frozen: 'left' };
  return index === 5 ? { ...column, frozen: 'right' } : column;
});
const ORDERED = COLUMNS.map((column, index): GridColumn => {
  if (index === 0) return { ...column, frozen: 'left' };
  return index === COLUMNS.length - 1 ? { ...column, frozen: 'right' } : column;
});
const TOOLS = { btns: ['add', 'save', 'remove', 'clearSelection', 'collapse'] } as const;
const stored = async (): Promise<readonly GridRow[]> => rowsOf(6);

export const gallery: GalleryPart = {
  title: '可编辑表格',
  states: [
    {
      ...state('点击编辑', {
        count: 6,
        reads: true,
        toolbar: true,
        toolbarConfig: TOOLS,
        rowNumber: true,
        rowSelection: true,
        onSave: stored,
      }),
      hint: '单击单元格编辑；方向键、Tab、Enter、F2、Ctrl+C/V/D/R/Z、右下角的填充柄与电子表格一致。',
    },
    state('始终编辑', { count: 6, alwaysEdit: true, rowNumber: true }),
    state('单选', {
      count: 3,
      rowSelection: true,
      rowSelectionType: 'radio',
      clickSelectRow: true,
    }),
    state('固定列', { count: 12, columns: FROZEN, rowNumber: true }),
    {
      ...state('列顺序', {
        count: 4,
        columns: ORDERED,
        rowNumber: true,
        toolbar: true,
        storageKey: 'gallery',
      }),
      hint: '拖动列标题换位，拖动标题右缘改列宽，单击标题排序；列设置和右键菜单隐藏列。固定列只在固定列之间换位，都会记住。',
    },
    state('拖动排序', { count: 4, dragSort: true, rowNumber: true, reads: true }),
    { title: '联动', Show: Linked },
    state('禁用行', { count: 4, disabledRows: { level: ['middle'] } }),
    state('只读', { count: 4, disabled: true, rowNumber: true, toolbar: true }),
    { title: '提交时只读', Show: Sending },
    state('校验', { count: 0, columns: RULED, toolbar: true, reads: true }),
    { title: '多个表格校验', Show: TwoTabs },
    state('权限', {
      count: 3,
      toolbar: true,
      toolbarConfig: TOOLS,
      rowSelection: true,
      authPre: 'gallery:grid',
    }),
    state('高行距', { count: 3, rowHeight: GRID_ROW_HEIGHT }),
    state('空表', { count: 0 }),
    { title: '一万行', Show: () => <TenThousand alwaysEdit={false} /> },
    { title: '一万行，始终编辑', Show: () => <TenThousand alwaysEdit /> },
  ],
};

import { Button } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { money, quantity, text } from '#kit/model/field.ts';
import { ApiError } from '../http/api-error.ts';
import type { GalleryPart } from '../gallery-part.ts';
import { SubTable } from '#kit/web/lazy-grids.tsx';
import { Grid } from '#kit/web/lazy-widgets.tsx';
import type { GridColumn, GridRow } from './grid-column.ts';
import { validateGrids, type GridHandle, type GridProps } from './grid-props.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'no', field: text('单号'), width: 160, editable: false },
  { key: 'buyer', field: text('买家', { required: true }) },
  { key: 'total', field: money('金额', 'currency'), statistics: ['sum'] },
];

const LINES: readonly GridColumn[] = [
  { key: 'sku', field: text('商品编码', { required: true }) },
  { key: 'name', field: text('品名') },
  { key: 'count', field: quantity('数量'), statistics: ['sum'] },
];

const orders = (count: number): readonly GridRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `o${at + 1}`,
    no: `SO2026112${String(at + 1).padStart(4, '0')}`,
    buyer: ['王芳', '李伟', '陈静'][at % 3],
    total: ((at + 1) * 19.9).toFixed(2),
    currency: 'USD',
  }));

const linesOf = (id: string): readonly GridRow[] =>
  ['不锈钢保温杯', '折叠收纳箱'].map((name, at) => ({
    id: `${id}-${at + 1}`,
    sku: `SP0000${at + 1}`,
    name,
    count: at + 1,
  }));

/** Orders with their lines below them; the lines keep what is typed while they are closed. */
function Lines({ count, ...props }: Partial<GridProps> & { count: number }): ReactNode {
  const rows = useMemo(() => orders(count), [count]);
  const main = useRef<GridHandle>(null);
  const below = useRef(new Map<string, GridHandle>());
  const [said, setMessage] = useState('');
  const read = (): void => {
    const lines = [...below.current].map(([id, grid]) => ({ id, ...grid.getAll() }));
    setMessage(JSON.stringify({ orders: main.current?.getTableData(), lines }));
  };
  const validate = async (): Promise<void> => {
    const ids = [...below.current.keys()];
    const fault = await validateGrids([main.current, ...below.current.values()], (index) => {
      const id = ids[index - 1];
      if (id !== undefined) main.current?.setExpanded([id], true);
    });
    setMessage(fault ? (fault.faults[0]?.message ?? '') : '全部通过');
  };
  const expand = useMemo(
    () => ({
      render: ({ id, no }: GridRow) => (
        <SubTable of={id} load={async () => linesOf(id)}>
          {(lines) => (
            <Grid
              title={`${String(no)} 明细`}
              rows={lines}
              columns={LINES}
              toolbar
              handle={(grid) => {
                if (grid) below.current.set(id, grid);
                else below.current.delete(id);
              }}
            />
          )}
        </SubTable>
      ),
      canExpand: ({ id }: GridRow) => id !== 'o3',
    }),
    [],
  );
  return (
    <>
      <Grid title="订单" rows={rows} columns={COLUMNS} expand={expand} handle={main} rowNumber {...props} />
      <Button onClick={read}>读取</Button>
      <Button onClick={() => void validate()}>全部校验</Button>
      <output style={{ overflowWrap: 'anywhere' }}>{said}</output>
    </>
  );
}

/** Lines that cannot be read until they have been asked for five times. */
function Failing(): ReactNode {
  const [rows] = useState(() => orders(2));
  const tries = useRef(0);
  const [requested, setRequest] = useState(0);
  const expand = useMemo(
    () => ({
      render: ({ id }: GridRow) => (
        <SubTable
          of={id}
          load={async () => {
            tries.current += 1;
            setRequest(tries.current);
            if (tries.current < 5) throw new ApiError(500, '明细服务暂时没有应答');
            return linesOf(id);
          }}
        >
          {(lines) => <Grid title="订单明细" rows={lines} columns={LINES} disabled />}
        </SubTable>
      ),
    }),
    [],
  );
  return (
    <>
      <Grid title="订单" rows={rows} columns={COLUMNS} expand={expand} disabled />
      <output>{requested} 次</output>
    </>
  );
}

/** Twenty-three orders on pages of ten. */
function Paged(): ReactNode {
  const all = useMemo(() => orders(23), []);
  const [{ current, pageSize }, setPage] = useState({ current: 1, pageSize: 10 });
  const rows = useMemo(() => all.slice((current - 1) * pageSize, current * pageSize), [all, current, pageSize]);
  return (
    <Grid
      title="订单"
      rows={rows}
      columns={COLUMNS}
      rowNumber
      maxHeight={520}
      pagination={{ current, pageSize, total: all.length, pageSizes: [10, 20] }}
      onPageChange={setPage}
    />
  );
}

/** A click on a row shows its lines beside it, to be typed into. */
function Typed(): ReactNode {
  const [rows] = useState(() => orders(4));
  return (
    <Grid
      title="订单"
      rows={rows}
      columns={COLUMNS}
      clickRowShowSubForm={({ id, no }: GridRow) => (
        <SubTable of={id} load={async () => linesOf(id)}>
          {(lines) => <Grid title={`${String(no)} 明细`} rows={lines} columns={LINES} />}
        </SubTable>
      )}
    />
  );
}

/** A click on a row shows its lines beside it, or its fields in a dialog. */
function Clicked({ isDialog = false }: { isDialog?: boolean }): ReactNode {
  const [rows] = useState(() => orders(4));
  const [said, setMessage] = useState('');
  const show = isDialog
    ? {
        clickRowShowMainForm: ({ no, buyer }: GridRow) => (
          <p>
            {String(no)}：{String(buyer)}
          </p>
        ),
        onDetailsConfirm: ({ no }: GridRow) => setMessage(`已确认 ${String(no)}`),
      }
    : {
        clickRowShowSubForm: ({ id, no }: GridRow) => (
          <SubTable of={id} load={async () => linesOf(id)}>
            {(lines) => <Grid title={`${String(no)} 明细`} rows={lines} columns={LINES} disabled />}
          </SubTable>
        ),
      };
  return (
    <>
      <Grid title="订单" rows={rows} columns={COLUMNS} rowNumber {...show} />
      <output>{said}</output>
    </>
  );
}

export const gallery: GalleryPart = {
  title: '可展开的行',
  states: [
    {
      title: '展开子表',
      hint: 'Ctrl+Enter 展开并进入明细，Esc 回到该行。',
      Show: () => <Lines count={5} maxHeight={640} toolbar rowSelection />,
    },
    { title: '打开失败', Show: Failing },
    { title: '分页', Show: Paged },
    { title: '点击行看子表', Show: () => <Clicked /> },
    { title: '点击行录入子表', Show: Typed },
    { title: '点击行看主表', Show: () => <Clicked isDialog /> },
    {
      title: '一万行，可展开',
      Show: () => <Lines count={10_000} height={420} />,
    },
  ],
};

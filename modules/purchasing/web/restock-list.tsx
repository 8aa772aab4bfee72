import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  fetchRoute,
  callRoute,
  detailPath,
  grouped,
  keyOf,
  ListPage,
  QuickChip,
  QuickGroup,
  refreshResource,
  toast,
  toastError,
  usePage,
  usePermission,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { DEFAULT_COVER_DAYS } from '../model/restock.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import {
  MOST_ORDERED,
  orderAdvisedRoute,
  restockAdvice,
  restockStatus,
  restockTotalsRoute,
} from '../model/restock-list.ts';
import { RestockPanel } from './restock-panel.tsx';
import { shortDaily, type AdviceRow, type Figure } from './restock-steps.ts';
import './restock.css';
import '#kit/web/list/list-sums.css';

const COVERS = [15, 30, 45, 60, 90];

/** 补货建议: what to order to which warehouse; every figure says what it is made of. */
export function RestockList(): ReactNode {
  const mayOrder = usePermission('purchasing:restockAdvice:order');
  const [shown, setShown] = useState<{ row: AdviceRow; figure: Figure } | null>(null);
  const columns = useMemo(() => columnsOf((row, figure) => setShown({ row, figure })), []);
  return (
    <>
      <ListPage
        of={restockAdvice}
        columns={columns}
        filters={['skuId', 'warehouseId', 'supplierId', 'suggested', 'daysLeft', 'daily', 'available']}
        isSelectable
        quick={{
          names: () => ['coverDays', 'status', 'leadBy'],
          show: (list) => (
            <>
              <Covers list={list} />
              <LeadBasis list={list} />
            </>
          ),
        }}
        above={(list) => <Statuses list={list} />}
        chosen={(list) => (mayOrder ? <OrderButton list={list} /> : null)}
        rowActions={(row) => [
          {
            key: 'explain',
            title: '说明',
            onClick: () => setShown({ row, figure: 'suggested' }),
          },
        ]}
      />
      {shown && <RestockPanel {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

type Explain = (row: AdviceRow, figure: Figure) => void;

const columnsOf = (explain: Explain): readonly ColumnSpec<AdviceRow>[] => {
  const figure = (
    key: Figure,
    width: number,
    textOf: (row: AdviceRow) => string,
    under: ColumnSpec<AdviceRow>[] = [],
  ): ColumnSpec<AdviceRow> => ({
    key,
    width,
    under,
    align: 'right',
    figure: textOf,
    render: (row) => (
      <button
        type="button"
        className={`pu-figure pu-figure-${key === 'suggested' && row.suggested > 0 ? row.status : 'plain'}`}
        title="看怎么算的"
        onClick={() => explain(row, key)}
      >
        {textOf(row)}
      </button>
    ),
  });
  const small = (key: keyof AdviceRow, title: string, textOf: (row: AdviceRow) => string): ColumnSpec<AdviceRow> => ({
    key,
    title,
    render: textOf,
    figure: textOf,
    isBlank: (row: AdviceRow) => textOf(row) === '',
  });
  return [
    { key: 'skuId', isFaced: true, isWhole: true, width: 164 },
    { key: 'warehouseId', width: 136, under: [{ key: 'status', render: StatusWord }] },
    figure('suggested', 96, ({ suggested }) => grouped(suggested), [
      small('missing', '缺口', ({ missing, suggested }) =>
        missing > 0 && missing !== suggested ? `缺 ${grouped(missing)}` : '',
      ),
    ]),
    figure('daily', 92, ({ daily }) => shortDaily(daily), [
      small('sold30', '近30天', ({ sold30 }) => `30天 ${grouped(sold30)}`),
    ]),
    figure('daysLeft', 86, ({ daysLeft }) => (daysLeft === null ? '—' : `${grouped(daysLeft)} 天`)),
    figure('available', 86, ({ available }) => grouped(available), [
      small('reserved', '预占', ({ reserved }) => (reserved > 0 ? `预占 ${grouped(reserved)}` : '')),
    ]),
    figure('inTransit', 86, ({ inTransit }) => grouped(inTransit), [
      small('onOrder', '采购未到', ({ onOrder }) => (onOrder > 0 ? `未到 ${grouped(onOrder)}` : '')),
    ]),
    figure('reorderPoint', 92, ({ reorderPoint }) => grouped(reorderPoint), [
      small('safetyStock', '安全库存', ({ safetyStock }) => `安全 ${grouped(safetyStock)}`),
    ]),
    figure('leadDays', 90, ({ leadDays }) => `${leadDays} 天`, [
      small('leadFrom', '来源', (row) => row.leadFrom_dictText ?? ''),
    ]),
    figure('moq', 80, ({ moq }) => (moq > 0 ? grouped(moq) : '—'), [
      small('packUnits', '装箱数', ({ packUnits }) => (packUnits > 1 ? `${packUnits} 件/箱` : '')),
    ]),
    { key: 'supplierId', width: 116 },
  ];
};

const StatusWord = ({ status, status_dictText: word }: AdviceRow): ReactNode => (
  <span className={`pu-restock-${status}`}>{word}</span>
);

/** For how many days goods that are ordered now should last. */
function Covers({ list }: { list: ListHandle<AdviceRow> }): ReactNode {
  const { filters } = list.params;
  const requested = Number(filters['coverDays'] ?? DEFAULT_COVER_DAYS);
  const choose = (days: number): void =>
    list.setFilters({ ...filters, coverDays: days === DEFAULT_COVER_DAYS ? '' : String(days) });
  return (
    <QuickGroup title="备货天数">
      {COVERS.map((days) => (
        <QuickChip
          key={days}
          isOn={requested === days}
          title={`补到够卖交期再加 ${days} 天`}
          onClick={() => choose(days)}
        >
          {days === COVERS[0] ? `备货 ${days} 天` : `${days} 天`}
        </QuickChip>
      ))}
    </QuickGroup>
  );
}

/** Whether the days of delivery that count are those that were promised, or those that deliveries took. */
function LeadBasis({ list }: { list: ListHandle<AdviceRow> }): ReactNode {
  const { filters } = list.params;
  const isLearned = filters['leadBy'] === 'learned';
  return (
    <QuickGroup title="交期">
      <QuickChip
        isOn={isLearned}
        title="到货次数够的供应商，按一年内从下单到到货的平均天数算"
        onClick={() => list.setFilters({ ...filters, leadBy: isLearned ? '' : 'learned' })}
      >
        按实际到货
      </QuickChip>
    </QuickGroup>
  );
}

const STATUSES = ['urgent', 'due', 'enough', 'still'] as const;

const MEANINGS: Readonly<Record<(typeof STATUSES)[number], string>> = {
  urgent: '现在下单也会断货',
  due: '到了补货点',
  enough: '还不用补',
  still: '30 天没有订单',
};

/** How many rows are in which state: one click shows them. */
function Statuses({ list }: { list: ListHandle<AdviceRow> }): ReactNode {
  const { filters } = list.params;
  const { status, ...others } = list.filter;
  const { data, error } = useQuery({
    queryKey: keyOf(restockAdvice, 'totals', others),
    queryFn: ({ signal }) => fetchRoute(restockTotalsRoute, { query: others, signal }),
    placeholderData: (old) => old,
  });
  if (error) return null;
  const choose = (next: string): void => list.setFilters({ ...filters, status: status === next ? '' : next });
  return (
    <section className="wb-sums" aria-label="各状态">
      <ul>
        {STATUSES.map((one) => (
          <li key={one}>
            <button type="button" className="wb-sum" aria-pressed={status === one} onClick={() => choose(one)}>
              <span className={`wb-sum-title pu-restock-${one}`}>{restockStatus.items[one]}</span>
              <strong>{data ? `${grouped(data.rows[one])} 行` : '\u00a0'}</strong>
              <span className="wb-sum-value">{MEANINGS[one]}</span>
            </button>
          </li>
        ))}
        <li>
          <div className="wb-sum">
            <span className="wb-sum-title">建议补货合计</span>
            <strong>{data ? `${grouped(data.suggested)} 件` : '\u00a0'}</strong>
            <span className="wb-sum-value">{data ? `其中断货风险 ${grouped(data.urgent)} 件` : '\u00a0'}</span>
          </div>
        </li>
      </ul>
    </section>
  );
}

/** Makes draft orders of what is ticked, one for each supplier and warehouse, and says what was left out. */
function OrderButton({ list }: { list: ListHandle<AdviceRow> }): ReactNode {
  const { open } = usePage();
  const [isBusy, setBusy] = useState(false);
  const { selection } = list;
  const order = async (): Promise<void> => {
    const ids = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (ids.length === 0 || ids.length > MOST_ORDERED) {
      toast.warn(`请勾选 1 到 ${MOST_ORDERED} 行`);
      return;
    }
    setBusy(true);
    try {
      const coverDays = Number(list.params.filters['coverDays'] ?? DEFAULT_COVER_DAYS);
      const leadBy = String(list.params.filters['leadBy'] ?? '');
      const body = { ids, coverDays, leadBy };
      const { message, result } = await callRoute(orderAdvisedRoute, { body });
      toast.done(message);
      const left = leftOut(result);
      if (left !== '') toast.warn(left);
      void refreshResource(purchaseOrder);
      const [only] = result.orders;
      open(result.orders.length === 1 && only ? detailPath(purchaseOrder, only.id) : '/purchase/order?status=draft');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void order()}>
      生成采购单
    </Button>
  );
}

const leftOut = (result: { withoutSupplier: string[]; enough: string[] }): string =>
  [
    ...(result.withoutSupplier.length > 0 ? [`没有供应商，未生成：${result.withoutSupplier.join('、')}`] : []),
    ...(result.enough.length > 0 ? [`还不用补，未生成：${result.enough.join('、')}`] : []),
  ].join('；');

import { useQuery } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { MOST_BULK_ROWS } from '#kit/model/bulk-edit.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchRoute,
  BulkEdit,
  grouped,
  keyOf,
  ListPage,
  QuickChip,
  QuickGroup,
  refreshResource,
  usePage,
  usePermission,
  usePermissions,
  type ColumnSpec,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { stockPlace, stockState, stockStatesRoute, WANTING } from '../model/stock-place.ts';
import { Units } from './figures.tsx';
import './stock-totals.css';

type PlaceRow = WireRow<typeof stockPlace>;
type PlaceKey = keyof (typeof stockPlace)['fields'];

/** 库存: what there is of a SKU in a warehouse, what is missing, and what should be kept there. */
export function StockList(): ReactNode {
  const may = usePermissions();
  const { open } = usePage();
  const mayKeep = usePermission('catalog:sku:edit');
  const [safety, setSafety] = useState<{ ids: string[]; onDone: () => void } | null>(null);
  const actionsOf = ({ skuId, warehouseId }: PlaceRow): RowAction[] =>
    PLACES.flatMap(({ resource, key, title, path }) =>
      may(`inventory:${resource}:list`)
        ? [
            {
              key,
              title,
              onClick: () => open(`${path}skuId=${skuId}&warehouseId=${warehouseId}`),
            },
          ]
        : [],
    );
  return (
    <>
      <ListPage
        of={stockPlace}
        columns={COLUMNS}
        filters={['skuId', 'warehouseId', 'categoryId', 'state', 'tagIds', 'available', 'binId']}
        isSelectable
        quick={{
          names: ({ state }) => (state && isWanting(state) ? ['state'] : []),
          show: (list) => <States list={list} />,
        }}
        rowActions={actionsOf}
        chosen={(list) => mayKeep && <SafetyButton list={list} onEdit={setSafety} />}
      />
      {safety && (
        <BulkEdit
          of={sku}
          scope={{ ids: safety.ids }}
          count={safety.ids.length}
          only="safetyStock"
          note="按 SKU 设置，对它的所有仓库一起生效：各仓按近30天销量分摊。"
          onDone={() => {
            safety.onDone();
            void refreshResource(stockPlace);
          }}
          onClose={() => setSafety(null)}
        />
      )}
    </>
  );
}

/** Where the figures of a row come from. */
const PLACES = [
  { resource: 'stockMovement', key: 'moved', title: '流水', path: '/base/stock-ledger?' },
  {
    resource: 'reservation',
    key: 'held',
    title: '预占明细',
    path: '/base/reservation?status=open&',
  },
] as const;

const units = (key: PlaceKey, width: number, under: readonly ColumnSpec<PlaceRow>[] = []): ColumnSpec<PlaceRow> =>
  ({
    key,
    width,
    under,
    align: 'right',
    render: (row: PlaceRow) => <Units of={Number(row[key])} />,
    figure: (row: PlaceRow) => grouped(row[key]),
  }) as ColumnSpec<PlaceRow>;

/** Below another figure, with its name, where it is not zero. */
const named = (key: PlaceKey, title: string): ColumnSpec<PlaceRow> =>
  ({
    key,
    isBlank: (row: PlaceRow) => Number(row[key]) === 0,
    figure: (row: PlaceRow) => `${title} ${grouped(row[key])}`,
    render: (row: PlaceRow) => `${title} ${grouped(row[key])}`,
  }) as ColumnSpec<PlaceRow>;

const ageText = ({ age }: PlaceRow): string => (age === null ? '' : `库龄 ${age} 天`);

const COLUMNS: readonly ColumnSpec<PlaceRow>[] = [
  { key: 'skuId', isFaced: true, width: 184 },
  { key: 'warehouseId', width: 128, under: ['binId'] },
  { key: 'state', width: 96, render: StateWord },
  units('available', 80, [named('frozen', '冻结')]),
  units('onHand', 80, [named('reserved', '预占')]),
  units('quarantine', 80, [named('damaged', '不良')]),
  units('inTransit', 84, [named('onOrder', '未到')]),
  units('safetyStock', 92),
  {
    key: 'value',
    width: 108,
    align: 'right',
    sortable: false,
    figure: ({ value }) => grouped(value),
    render: ({ value }) => <span className="wb-number">{grouped(value)}</span>,
    under: [
      {
        key: 'age',
        title: '库龄',
        sortable: false,
        render: ageText,
        figure: ageText,
        isBlank: ({ age }) => age === null,
      },
    ],
  },
];

/** A colour alone would say nothing. */
function StateWord({ state }: PlaceRow): ReactNode {
  return <span className={`iv-state-${state}`}>{stockState.items[state]}</span>;
}

const isWanting = (state: string): boolean => WANTING.some((one) => one === state);

const MEANINGS: Readonly<Record<(typeof WANTING)[number], string>> = {
  out: '可用为 0',
  low: '可用低于本仓的安全库存',
  negative: '在库或可用低于 0',
};

/** What somebody has to see to, with the number of rows behind each. */
function States({ list }: { list: ListHandle<PlaceRow> }): ReactNode {
  const { filters } = list.params;
  const { state: _asked, ...others } = list.filter;
  const { data } = useQuery({
    queryKey: keyOf(stockPlace, 'states', others),
    queryFn: ({ signal }) => fetchRoute(stockStatesRoute, { query: others, signal }),
    placeholderData: (old) => old,
  });
  return (
    <QuickGroup title="库存状态">
      {WANTING.map((state) => {
        const isOn = filters['state'] === state;
        return (
          <QuickChip
            key={state}
            isOn={isOn}
            count={data?.counts[state] ?? 0}
            most={data?.most}
            title={`${stockState.items[state]}：${MEANINGS[state]}`}
            onClick={() => list.setFilters({ ...filters, state: isOn ? '' : state })}
          >
            {stockState.items[state]}
          </QuickChip>
        );
      })}
    </QuickGroup>
  );
}

/** 批量安全库存: what should be kept of the SKUs that are ticked, over all their warehouses. */
function SafetyButton({
  list,
  onEdit,
}: {
  list: ListHandle<PlaceRow>;
  onEdit: (request: { ids: string[]; onDone: () => void }) => void;
}): ReactNode {
  const { selection, clearSelection } = list;
  const ids = selection.mode === 'rows' ? [...new Set(selection.rows.map(({ skuId }) => skuId))] : [];
  const reason =
    selection.mode === 'all'
      ? '请逐行勾选：安全库存按 SKU 设置'
      : ids.length > MOST_BULK_ROWS
        ? `一次最多 ${MOST_BULK_ROWS} 个 SKU`
        : null;
  return (
    <Tooltip title={reason ?? '按 SKU 设置，各仓按近30天销量分摊'}>
      <Button disabled={reason !== null} onClick={() => onEdit({ ids, onDone: clearSelection })}>
        批量安全库存
      </Button>
    </Tooltip>
  );
}

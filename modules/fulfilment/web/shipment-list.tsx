import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import type { WireRow } from '#kit/model/row.ts';
import {
  ApartTag,
  cellOf,
  askResource,
  leaveTrail,
  ListPage,
  say,
  selectedCount,
  tell,
  TimeLeft,
  TimeThere,
  usePage,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type ListAnswer,
} from '#kit/web/index.ts';
import { SANDBOX_HINT } from '#modules/orders/model/order.ts';
import { shipment } from '../model/shipment.ts';
import type { ShipmentMove } from '../model/shipment-lifecycle.ts';
import { interceptMoves, labelMoves, WAY_MOVES } from './offered-moves.ts';
import { MOST_PRINTED, PAPERS, type Paper } from '../model/routes.ts';
import { MOST_AT_STATION } from '../model/station-routes.ts';
import { print } from './papers.ts';
import { MakeWaves } from './waves/wave-make.tsx';
import './packing/packing.css';

type ShipmentRow = WireRow<typeof shipment> & { shipBy?: string | null; warehouseZone?: string };

const fault = (
  key: 'labelError' | 'labelHold' | 'noticeError',
  title: string,
): ColumnSpec<ShipmentRow> => ({
  key,
  title,
  width: 150,
  isBlank: (row) => !row[key],
  text: (row) => row[key] ?? '',
  render: (row) =>
    row[key] ? (
      <span className="pk-missing" title={row[key]}>
        {row[key]}
      </span>
    ) : (
      <span className="wb-none">—</span>
    ),
});

/** What presses more than usual says so; what does not says nothing. */
const PRIORITY: ColumnSpec<ShipmentRow> = {
  key: 'priority',
  width: 72,
  isBlank: (row) => row.priority === 'normal',
  render: (row) =>
    row.priority === 'normal' ? '—' : <span className="pk-missing">{row.priority_dictText}</span>,
};

const STILL_HERE: ReadonlySet<string> = new Set([
  'draft',
  'packing',
  'packed',
  'labelling',
  'labelled',
]);
const leavesBy = (row: ShipmentRow): string | null =>
  STILL_HERE.has(row.status) ? (row.shipBy ?? null) : null;

/** How long the goods may still wait, and when that ends where they stand. */
const LEAVES_BY: ColumnSpec<ShipmentRow> = {
  key: 'shipBy',
  title: '最晚发货',
  width: 136,
  isBlank: (row) => leavesBy(row) === null,
  text: (row) => leavesBy(row) ?? '',
  render: (row) => <TimeLeft until={leavesBy(row)} nearHours={24} />,
  under: [
    {
      key: 'shipByThere',
      title: '仓库时间',
      width: 136,
      isBlank: (row) => leavesBy(row) === null,
      render: (row) => {
        const at = leavesBy(row);
        return at && <TimeThere at={at} zone={row.warehouseZone} />;
      },
    },
  ],
};

/** 发货单: from packing to the truck, in batches, or one by one on its own page. */
export function ShipmentList(): ReactNode {
  const page = usePage();
  const mayPrint = usePermission('fulfilment:shipment:print');
  const desk = (id: string): void => page.open(`/orders/pack/${id}`);
  return (
    <ListPage<typeof shipment, ShipmentRow>
      of={shipment}
      tab={page.options['tab']}
      columns={[
        {
          key: 'shipmentNo',
          width: 148,
          under: [
            {
              key: 'orderId',
              title: 'PO号',
              width: 156,
              render: (row) => <OrderNumber row={row} />,
              text: (row) => row.orderId_dictText ?? '',
            },
          ],
        },
        {
          key: 'status',
          under: [PRIORITY, fault('labelError', '面单错误'), fault('labelHold', '面单待处理')],
        },
        LEAVES_BY,
        { key: 'warehouseId', under: ['shipMethodId'] },
        { key: 'accountId', width: 140, under: [{ key: 'class', width: 84 }] },
        { key: 'trackingNo', width: 170, under: ['carrierCode'] },
        {
          key: 'boxCount',
          width: 96,
          under: [
            { key: 'unitCount', width: 64, render: (row) => `${row.unitCount} 件` },
            'weightG',
          ],
        },
        { key: 'noticeStatus', under: [fault('noticeError', 'ASN错误')] },
        {
          key: 'shippedAt',
          under: [
            {
              key: 'isScanLate',
              width: 84,
              isBlank: (row) => !row.isScanLate,
              render: () => <span className="pk-missing">揽收超时</span>,
            },
            'pickupDate',
          ],
        },
        { key: 'waveId', title: '波次', width: 140, under: ['waveSlot'], isSpare: true },
        { key: 'handoverId', width: 140, under: ['handoverStatus'], isSpare: true },
        { key: 'createTime', isSpare: true },
        {
          key: 'leadId',
          title: '合并',
          width: 132,
          isSpare: true,
          text: (row) => jointText(row),
          render: (row) => jointText(row) || <span className="wb-none">—</span>,
          isBlank: (row) => jointText(row) === '',
        },
        { key: 'environment', width: 72, isSpare: true },
      ]}
      filters={[
        { key: 'keyword', field: text('查找', { hint: '发货单号、PO号、运单号、箱号' }) },
        'warehouseId',
        'shipMethodId',
        'accountId',
        'environment',
        'status',
        'orderType',
        'trackingNo',
        'class',
        'waveId',
        'handoverStatus',
        'handoverId',
        'noticeStatus',
        'labelError',
        'labelHold',
        'isScanLate',
        'pickupDate',
        'shippedAt',
        'createTime',
        'leadId',
      ]}
      rowActions={(row, list) => [
        {
          ...{ key: 'desk', title: '装箱发货', isRare: !isAtDesk(row) },
          onClick: () => {
            // From there one goes on to the next shipment of the list, as from its number.
            leaveTrail(list);
            desk(row.id);
          },
        },
      ]}
      onOpen={(row) => desk(row.id)}
      emptyText="在“待发货”对订单点“开始配货”，发货单就出现在这里。"
      moves={rowMoves}
      batch={BATCH}
      chosen={(list) => (
        <>
          <MakeWaves selection={list.selection} />
          {mayPrint && <PrintButton list={list} />}
          <StationButton list={list} />
        </>
      )}
      // What is chosen has its own.
      toolbar={(list) => selectedCount(list.selection) === 0 && <StationButton list={list} />}
    />
  );
}

const jointText = (row: ShipmentRow): string => {
  if (row.leadId) return `随 ${row.leadId_dictText ?? ''}`;
  return row.partnerCount > 0 ? `合并 ${row.partnerCount + 1} 单` : '';
};

/** Whether what is next is done at the desk; afterwards the next move stands first. */
const isAtDesk = ({ status, labelHold }: ShipmentRow): boolean =>
  status === 'draft' || status === 'packing' || Boolean(labelHold);

/** Nobody is to take a test order's parcel for one that is sold. */
function OrderNumber({ row }: { row: ShipmentRow }): ReactNode {
  const { Show } = cellOf('link');
  return (
    <>
      <ApartTag of={shipment} row={row} hint={SANDBOX_HINT} />
      <Show field={shipment.fields.orderId} name="orderId" value={row.orderId} row={row} />
    </>
  );
}

const BATCH: readonly ShipmentMove[] = [
  'pack',
  'register',
  'buyLabel',
  'ship',
  'sealAll',
  'voidShipment',
];

/** Packing again loses what was measured: that is done at the desk, where it says so. */
const rowMoves = (row: ShipmentRow): ShipmentMove[] =>
  row.leadId ? interceptMoves(row) : wayOf(row);

const wayOf = (row: ShipmentRow): ShipmentMove[] => [
  ...(row.status === 'draft' ? (['pack'] as const) : []),
  'sealAll',
  ...labelMoves(row),
  'reopen',
  ...WAY_MOVES,
  ...interceptMoves(row),
  ...(row.partnerCount > 0 ? (['takeApart'] as const) : []),
  'unship',
  'voidShipment',
];

function PrintButton({ list }: { list: ListHandle<ShipmentRow> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (paper: Paper): Promise<void> => {
    setBusy(true);
    try {
      const count = selectedCount(list.selection);
      if (count === 0) say.warn('请选择一条记录！');
      else if (count > MOST_PRINTED) say.warn(`一次最多打印 ${MOST_PRINTED} 张发货单，请缩小范围`);
      else await print(paper, await chosenIds(list, MOST_PRINTED));
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(PAPERS).map(([key, { summary }]) => ({ key, label: summary })),
        onClick: ({ key }) => void run(key as Paper),
      }}
    >
      <Button loading={isBusy} icon={<PrinterOutlined aria-hidden />}>
        打印
      </Button>
    </Dropdown>
  );
}

/** The station in full screen: with what is chosen, in its order, or with whatever is most urgent. */
function StationButton({ list }: { list: ListHandle<ShipmentRow> }): ReactNode {
  const page = usePage();
  const mayPack = usePermission('fulfilment:shipment:pack');
  if (!mayPack) return null;
  const open = async (): Promise<void> => {
    try {
      const ids = await chosenIds(list, MOST_AT_STATION);
      if (selectedCount(list.selection) > MOST_AT_STATION)
        say.warn(`一次最多 ${MOST_AT_STATION} 张，先打前 ${MOST_AT_STATION} 张`);
      page.open(`/packing${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`);
    } catch (error) {
      tell(error);
    }
  };
  return <Button onClick={() => void open()}>打包台</Button>;
}

/** Ticked rows, or everything found, as many as are wanted at most. */
async function chosenIds({ selection }: ListHandle<ShipmentRow>, most: number): Promise<string[]> {
  if (selection.mode === 'rows') return selection.rows.slice(0, most).map(({ id }) => id);
  const { records } = await askResource<ListAnswer<ShipmentRow>>(shipment, 'list', {
    ...selection.filter,
    pageSize: most,
  });
  return records.map(({ id }) => id);
}

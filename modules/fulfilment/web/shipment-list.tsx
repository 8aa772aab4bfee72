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
  tell,
  usePage,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type ListAnswer,
} from '#kit/web/index.ts';
import { SANDBOX_HINT } from '#modules/orders/model/order.ts';
import { shipment } from '../model/shipment.ts';
import type { ShipmentMove } from '../model/shipment-lifecycle.ts';
import { labelMoves } from './offered-moves.ts';
import { MOST_PRINTED, PAPERS, type Paper } from '../model/routes.ts';
import { print } from './papers.ts';
import './packing.css';

type ShipmentRow = WireRow<typeof shipment>;

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

/** 发货单: from packing to the truck, in batches, or one by one at the packing desk. */
export function ShipmentList(): ReactNode {
  const page = usePage();
  const mayPrint = usePermission('fulfilment:shipment:print');
  const desk = (id: string): void => page.open(`/orders/pack/${id}`);
  return (
    <ListPage
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
          under: [fault('labelError', '面单错误'), fault('labelHold', '面单待处理')],
        },
        { key: 'warehouseId', under: ['shipMethodId'] },
        { key: 'accountId', width: 140, under: [{ key: 'class', width: 84 }] },
        { key: 'trackingNo', width: 170, under: ['carrierCode'] },
        {
          key: 'boxCount',
          width: 96,
          under: [{ key: 'unitCount', width: 64, render: (row) => `${row.unitCount} 件` }],
        },
        'weightG',
        { key: 'noticeStatus', under: [fault('noticeError', 'ASN错误')] },
        { key: 'shippedAt', under: ['pickupDate'] },
        { key: 'createTime', isSpare: true },
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
        'noticeStatus',
        'labelError',
        'labelHold',
        'pickupDate',
        'shippedAt',
        'createTime',
      ]}
      rowActions={(row, list) => [
        {
          ...{ key: 'desk', title: '打包台', isRare: !isAtDesk(row) },
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
      chosen={(list) => (mayPrint ? <PrintButton list={list} /> : null)}
    />
  );
}

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

const BATCH: readonly ShipmentMove[] = ['pack', 'register', 'ship', 'sealAll', 'voidShipment'];

/** Packing again loses what was measured: that is done at the desk, where it says so. */
const rowMoves = (row: ShipmentRow): ShipmentMove[] => [
  ...(row.status === 'draft' ? (['pack'] as const) : []),
  'sealAll',
  ...labelMoves(row),
  'reopen',
  'scan',
  'deliver',
  'voidShipment',
];

function PrintButton({ list }: { list: ListHandle<ShipmentRow> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (paper: Paper): Promise<void> => {
    setBusy(true);
    try {
      const ids = await chosenIds(list);
      if (ids.length === 0) say.warn('请选择一条记录！');
      else if (ids.length > MOST_PRINTED)
        say.warn(`一次最多打印 ${MOST_PRINTED} 张发货单，请缩小范围`);
      else await print(paper, ids);
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

/** Ticked rows, or everything found; one more than can be printed tells that it is too much. */
async function chosenIds({ selection }: ListHandle<ShipmentRow>): Promise<string[]> {
  if (selection.mode === 'rows') return selection.rows.map((row) => row.id);
  if (selection.total > MOST_PRINTED) return Array.from({ length: MOST_PRINTED + 1 }, () => '');
  const { records } = await askResource<ListAnswer<ShipmentRow>>(shipment, 'list', {
    ...selection.filter,
    pageSize: MOST_PRINTED,
  });
  return records.map((row) => row.id);
}

import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import {
  ListPage,
  say,
  usePage,
  usePermission,
  type ListHandle,
  type Row,
} from '#kit/web/index.ts';
import { shipment } from '../model/shipment.ts';
import { PAPERS, print, type Paper } from './papers.ts';

/** 发货单: from packing to the truck, in batches or one by one at the packing desk. */
export function ShipmentList(): ReactNode {
  const page = usePage();
  const mayPrint = usePermission('fulfilment:shipment:print');
  const desk = (id: string): void => page.open(`/orders/pack/${id}`);
  return (
    <ListPage
      of={shipment}
      tab={page.options['tab'] ?? 'packing'}
      columns={[
        'shipmentNo',
        'orderId',
        'status',
        'warehouseId',
        'shipMethodId',
        'class',
        'boxCount',
        'weightG',
        'trackingNo',
        'pickupDate',
        'labelError',
        'labelHold',
        'noticeStatus',
        'createTime',
      ]}
      filters={[
        'shipmentNo',
        'trackingNo',
        'warehouseId',
        'shipMethodId',
        'accountId',
        'createTime',
      ]}
      rowActions={(row) => [{ key: 'desk', title: '打包台', onClick: () => desk(row.id) }]}
      onOpen={(row) => desk(row.id)}
      batch={['pack', 'sealAll', 'register', 'ship', 'voidShipment']}
      toolbar={(list) => (mayPrint ? <PrintButton list={list} /> : null)}
    />
  );
}

function PrintButton({ list }: { list: ListHandle<Row> }): ReactNode {
  const run = (paper: Paper): void => {
    const rows = list.selection.mode === 'rows' ? list.selection.rows : [];
    if (rows.length === 0) say.warn('请选择一条记录！');
    else
      void print(
        paper,
        rows.map((row) => row.id),
      );
  };
  return (
    <Dropdown
      menu={{
        items: Object.entries(PAPERS).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => run(key as Paper),
      }}
    >
      <Button icon={<PrinterOutlined />}>打印</Button>
    </Dropdown>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { get, keyOf, StateTag, usePage, usePermission, type Row } from '#kit/web/index.ts';
import { shipment, shipmentLifecycle } from '../model/shipment.ts';

/** The shipments of an order, on the order's page. */
export function OrderShipments({ orderId }: { orderId: string }): ReactNode {
  const { open } = usePage();
  const maySee = usePermission('fulfilment:shipment:list');
  const { data } = useQuery({
    queryKey: keyOf(shipment, 'ofOrder', orderId),
    queryFn: ({ signal }) =>
      get<{ records: Row[] }>('/fulfilment/shipment/list', { orderId, pageSize: 50 }, { signal }),
    enabled: maySee,
    staleTime: 0,
  });
  if (!data || data.records.length === 0) return null;
  return (
    <section style={{ marginBlock: 16 }}>
      <Typography.Title level={2} style={{ fontSize: 16 }}>
        发货单
      </Typography.Title>
      <Table<Row>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 800 }}
        dataSource={data.records}
        columns={[
          {
            title: '发货单号',
            dataIndex: 'shipmentNo',
            render: (no: string, row) => (
              <Button type="link" size="small" onClick={() => open(`/orders/pack/${row.id}`)}>
                {no}
              </Button>
            ),
          },
          {
            title: '状态',
            render: (_, row) => (
              <StateTag lifecycle={shipmentLifecycle} state={String(row['status'])} />
            ),
          },
          { title: '仓库', dataIndex: 'warehouseId_dictText' },
          { title: '物流渠道', dataIndex: 'shipMethodId_dictText' },
          { title: '箱数', dataIndex: 'boxCount', align: 'right' },
          { title: '运单号', dataIndex: 'trackingNo' },
          { title: 'ASN', dataIndex: 'noticeStatus_dictText' },
        ]}
      />
    </section>
  );
}

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { detailPath, ListPage, usePage, usePermission, type Row } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { delivery } from '../model/task.ts';
import './desk.css';

/** Tasks about one order: what they are filed under is its id. */
const ABOUT_ORDERS = new Set([
  'channels.accept',
  'channels.takeBack',
  'channels.register',
  'channels.shipNotice',
]);

/** 任务: what is on its way out of the house, and the order it is about. */
export function TaskList(): ReactNode {
  return (
    <ListPage
      of={delivery}
      columns={[
        'createTime',
        'handler',
        { key: 'aggregate', title: '相关', width: 90, sortable: false, render: About },
        'status',
        'attempts',
        { key: 'lastError', width: 260 },
        'nextAt',
        'doneAt',
      ]}
    />
  );
}

function About(row: Row): ReactNode {
  return ABOUT_ORDERS.has(String(row['handler'])) ? (
    <OrderLink id={String(row['aggregate'])} />
  ) : (
    <span className="wb-none">—</span>
  );
}

function OrderLink({ id }: { id: string }): ReactNode {
  const { open } = usePage();
  const maySee = usePermission('orders:salesOrder:list');
  if (!maySee) return <span className="wb-none">—</span>;
  return (
    <Button
      type="link"
      size="small"
      className="dk-about"
      onClick={() => open(detailPath(salesOrder, id))}
    >
      看订单
    </Button>
  );
}

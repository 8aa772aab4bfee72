import { resourceKey } from '#kit/model/resource.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { MoveOf } from '#kit/model/lifecycle.ts';
import type { WireRow } from '#kit/model/row.ts';
import { detailPath, ListPage, serverNow, usePage, usePermission, wireTimeAt } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { delivery, jobs, type deliveryLifecycle } from '../model/task.ts';
import { FailureGroups } from './failure-groups.tsx';
import './tasks.css';

type Task = WireRow<typeof delivery>;

/** Tasks about one order: what they are filed under is its id. */
const ABOUT_ORDERS = new Set(jobs.filter(({ about }) => about === resourceKey(salesOrder)).map(({ name }) => name));

/** 任务: what is on its way out of the house, first what waits for somebody, and the order it is about. */
export function TaskList(): ReactNode {
  return (
    <ListPage
      of={delivery}
      tab="dead"
      withAll
      columns={[
        { key: 'handler', width: 140 },
        { key: 'orderId', width: 130, render: About },
        { key: 'accountId', width: 130 },
        { key: 'status', width: 104 },
        { key: 'reason', width: 300, render: Trouble },
        { key: 'attempts', width: 64 },
        { key: 'createTime', width: 150 },
      ]}
      above={(list) => <FailureGroups list={list} />}
      moves={movesOf}
      emptyText="发往平台的接单、面单、发货通知等任务，进度和失败都在这里。"
    />
  );
}

const movesOf = (row: Task): MoveOf<typeof deliveryLifecycle>[] =>
  isHeld(row) ? [] : row.failure === 'byHand' ? ['settle', 'retry', 'abandon'] : ['retry', 'abandon'];

/** A node carries it out now: nothing can be done about it before that node is done, or dead. */
const isHeld = (row: Task): boolean => row.status === 'running' && (row.leaseUntil ?? '') >= wireTimeAt(serverNow());

/** What went wrong last; of a task that is being carried out, whether somebody still does. */
function Trouble(row: Task): ReactNode {
  const { status, leaseUntil, lastError, nextAt } = row;
  if (status === 'running')
    return (
      <span className="dk-trouble">
        {isHeld(row) ? `执行中，最迟 ${leaseUntil} 有结果` : '执行中断，等待自动接管，可立即重试'}
      </span>
    );
  if (!lastError) return <span className="wb-none">—</span>;
  // Without the number of its order, which stands beside it, and the words of the channel.
  return (
    <span className="dk-trouble" title={lastError}>
      {row.reason ?? lastError}
      {status === 'pending' && nextAt && <span className="dk-weak"> 下次执行 {nextAt}</span>}
    </span>
  );
}

function About(row: Task): ReactNode {
  const id = row.orderId ?? (ABOUT_ORDERS.has(row.handler) ? row.aggregate : null);
  return id ? <OrderLink id={id} title={row.orderId_dictText || '看订单'} /> : <span className="wb-none">—</span>;
}

function OrderLink({ id, title }: { id: string; title: string }): ReactNode {
  const { open } = usePage();
  const maySee = usePermission('orders:salesOrder:list');
  if (!maySee) return <span className="wb-none">—</span>;
  return (
    <Button type="link" size="small" className="dk-about" onClick={() => open(detailPath(salesOrder, id))}>
      {title}
    </Button>
  );
}

import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  confirmAction,
  detailPath,
  fetchRoute,
  grouped,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePage,
  usePermissions,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { feed } from '../model/feed.ts';
import { pushStockRoute } from '../model/routes.ts';
import { publishTask } from '../model/publish/publish-task.ts';
import { stockPush } from '../model/stock-push.ts';

type Feed = WireRow<typeof feed>;

/** 数据提交: what went out to marketplaces, how it ended, and what can be done about it. */
export function FeedList(): ReactNode {
  const page = usePage();
  const may = usePermissions();
  const actionsOf = (row: Feed): RowAction[] => {
    const failed = row.status === 'failed' || row.status === 'partial';
    const actions: RowAction[] = [];
    if (may('channels:feedItem:list'))
      actions.push({ key: 'items', title: '明细', onClick: () => page.open(itemsOf(row)) });
    if (row.status === 'blocked' && row.stockPushId && may('channels:stockPush:override'))
      actions.push({
        key: 'override',
        title: '放行',
        onClick: () => page.open(detailPath(stockPush, row.stockPushId ?? '')),
      });
    if (failed && row.type === 'inventory' && row.isOpen && may('channels:account:pushStock'))
      actions.push({ key: 'retry', title: '重试', onClick: () => void pushAgain(row) });
    if (failed && row.orderId && may('desk:delivery:retry'))
      actions.push({ key: 'task', title: '重试', onClick: () => page.open(taskOf(row)) });
    if (failed && row.publishTaskId && may('channels:publishTask:list'))
      actions.push({
        key: 'listing',
        title: '查看反馈',
        onClick: () => page.open(detailPath(publishTask, row.publishTaskId ?? '')),
      });
    if (failed && row.type === 'price' && may('channels:priceRecord:list'))
      actions.push({ key: 'prices', title: '看调价', onClick: () => page.open(pricesOf(row)) });
    return actions;
  };
  return <ListPage of={feed} columns={COLUMNS} rowActions={actionsOf} />;
}

const address = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

const itemsOf = ({ feedNo, type }: Feed): string => address('/channel/wf/feed-item', { feedNo, type });

const taskOf = ({ orderId }: Feed): string => address('/tasks', { tab: 'dead', orderId: orderId ?? '' });

const pricesOf = ({ accountId }: Feed): string =>
  address('/channel/wf/pricing', { tab: '*', status: 'rejected', accountId });

/** The rows that the channel did not take go again with the next push. */
async function pushAgain({ accountId, accountId_dictText }: Feed): Promise<void> {
  const isSure = await confirmAction({
    title: '重试库存推送',
    content: `“${accountId_dictText ?? ''}”按现在的库存重新推送，平台没有收下的也会再推一次。`,
    okText: '重试',
  });
  if (!isSure) return;
  try {
    await fetchRoute(pushStockRoute, { params: { id: accountId } });
    toast.done('已排队，结果在“数据提交”');
  } catch (error) {
    toastError(error);
  }
  void refreshResource(feed);
}

const COLUMNS: readonly ColumnSpec<Feed>[] = [
  { key: 'submittedAt', width: 150 },
  { key: 'feedNo', width: 150, under: ['accountId'] },
  { key: 'type', width: 96, under: ['mode'] },
  { key: 'status', width: 104 },
  {
    key: 'items',
    width: 110,
    align: 'right',
    render: ({ items, ok }) => `${grouped(ok)} / ${grouped(items)}`,
  },
  { key: 'failed', width: 220, under: ['error'] },
  { key: 'guardReason', width: 200, under: ['overriddenBy', 'overrideReason'] },
  { key: 'seconds', width: 110, align: 'right', render: ({ seconds }) => durationText(seconds) },
  { key: 'orderId', width: 140, under: ['shipmentId', 'publishTaskId'] },
  { key: 'submittedBy', width: 110, under: ['attempts'] },
];

const MINUTE = 60;
const HOUR = 3600;

/** `42 秒`, `3 分 5 秒`, `2 小时 4 分` */
function durationText(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds < MINUTE) return `${seconds} 秒`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} 分 ${seconds % MINUTE} 秒`;
  return `${Math.floor(seconds / HOUR)} 小时 ${Math.floor((seconds % HOUR) / MINUTE)} 分`;
}

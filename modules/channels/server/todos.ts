import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { cancellationRequest, channelProduct, quarantinedOrder } from '../model/channel-product.ts';
import { feedTodos } from './feeds/feed-todos.ts';
import { listingComparisonRows } from './listing-comparison-rows.ts';

export const channelTodos: readonly Todo[] = [
  {
    sort: 20,
    key: 'unmapped',
    band: 'wrong',
    doneBy: ['channels:channelProduct:edit'],
    title: '未配对SKU',
    hint: '平台SKU未对上产品',
    resource: channelProduct,
    where: sql`t.map_status <> 'mapped' and t.status = 'live'`,
    path: '/channel/wf/product',
    query: { mapStatus: 'unmapped,suggested,broken', status: 'live' },
  },
  {
    sort: 21,
    key: 'cancelRequest.pending',
    band: 'today',
    doneBy: ['channels:cancellationRequest:confirm', 'orders:salesOrder:release'],
    title: '取消申请',
    hint: '买家要取消，等答复',
    resource: cancellationRequest,
    where: sql`t.status = 'pending'`,
    path: '/channel/wf/cancellation',
    query: { status: 'pending' },
    // The orders that such a request holds: answered, it lets them go.
    inPlaceOf: 'cancelRequest',
  },
  {
    sort: 20.5,
    key: 'listingDiffers',
    band: 'wrong',
    rights: ['channels:listingComparison:list', 'channels:channelProduct:edit'],
    madeOf: ['channels:channelProduct', 'channels:publishTask', 'channels:pullRun'],
    title: '商品与平台不一致',
    hint: '状态、标题、类目等不同',
    path: '/channel/wf/comparison',
    query: { gap: 'differs' },
    async count(tx) {
      const [row] = await tx.query<{ n: number }>(sql`
        select count(*)::integer as n from (${await listingComparisonRows(tx)}) t where t.gap = 'differs'`);
      return row?.n ?? 0;
    },
  },
  ...feedTodos,
  {
    sort: 27,
    key: 'expired',
    band: 'wrong',
    doneBy: ['channels:account:test'],
    title: '授权失效',
    hint: '密钥失效，店铺已停',
    resource: channelAccount,
    where: sql`t.status = 'expired'`,
    path: '/channel/wf/account',
    query: { status: 'expired' },
  },
  {
    sort: 28,
    key: 'quarantined',
    band: 'wrong',
    doneBy: ['channels:account:pull'],
    title: '异常订单',
    hint: '读不懂，没能收进来',
    resource: quarantinedOrder,
    where: sql`t.resolved_at is null`,
    path: '/channel/wf/quarantine',
    query: {},
  },
];

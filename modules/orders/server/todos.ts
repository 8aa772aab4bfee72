import { movePermission, type MoveOf } from '#kit/model/lifecycle.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { TodoBand } from '#kit/model/todo.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { hiddenConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import type { TodoItem } from '#kit/server/todo.ts';
import type { HoldType } from '../model/hold-title.ts';
import { OPEN_STATES, orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';

const HOUR = 3_600_000;

interface OrderTodo {
  key: string;
  band: TodoBand;
  /** Moves of an order of which one at least does something about it; absent: whoever sees orders. */
  doneBy?: readonly MoveOf<typeof orderLifecycle>[];
  title: string;
  hint: string;
  /** Which open orders, on alias `t`. */
  where: Sql;
  /** The stage it belongs to; in the other one it is shown when there are any. */
  home: 'pending' | 'shipping';
  query: Record<string, string>;
}

const HOLDS: readonly [type: HoldType, title: string, hint: string, ...doneBy: MoveOf<typeof orderLifecycle>[]][] = [
  ['unmappedWarehouse', '仓库未映射', '平台仓库没有对应仓', 'reallocate'],
  ['outOfStock', '缺货订单', '库存不够，补货或换仓'],
  ['priceMismatch', '价格异常', '订单价与约定价不同，或手工单无协议价', 'acceptPrice', 'accept'],
  ['address', '地址异常', '收货地址要先修正', 'correctAddress'],
  ['duplicate', '疑似重复', '可能与另一单重复', 'release'],
  ['cancelRequest', '取消申请挂起', '平台要求取消，先答复', 'release', 'start'],
  ['noAck', '平台未确认', '已提交接单，没有回音', 'accept'],
  ['walletLow', '余额不足', '钱包付不起面单，先充值'],
  ['answeredElsewhere', '他处已接单', '平台说别处已接单', 'accept'],
  ['channelChange', '平台变更', '平台改过，应用或拒绝', 'applyChange'],
  ['manual', '人工挂起', '同事挂起，处理后解除', 'release'],
];

/** What runs out next, as the clock of the list says it (`nextDeadline`). */
const NEXT_DEADLINE = sql`least(case when t.status = 'new' then t.accept_deadline end,
  case when t.status = any(${OPEN_STATES}) then t.ship_by end)`;

function orderTodos(tx: Tx): OrderTodo[] {
  const wire = (instant: Date): string => toWireTime(instant, tx.actor.zone);
  const soon = new Date(tx.now.getTime() + 4 * HOUR);
  const day = wire(tx.now).slice(0, 10);
  return [
    {
      key: 'toAccept',
      band: 'today',
      doneBy: ['accept'],
      title: '待接单',
      hint: '在接单截止前答复',
      home: 'pending',
      where: sql`t.status = 'new'`,
      query: { status: 'new' },
    },
    {
      key: 'acceptSoon',
      band: 'today',
      doneBy: ['accept'],
      title: '即将超时接单',
      hint: '4小时内要接单',
      home: 'pending',
      where: sql`t.status = 'new' and t.accept_deadline < ${soon}`,
      query: { status: 'new', acceptDeadline_end: wire(soon) },
    },
    ...HOLDS.map(([type, title, hint, ...doneBy]): OrderTodo => ({
      key: type,
      band: 'wrong',
      ...(doneBy.length > 0 ? { doneBy } : {}),
      title,
      hint,
      // The channel is asked to confirm what is accepted already.
      home: type === 'noAck' ? 'shipping' : 'pending',
      where: sql`${type} = any(t.holds)`,
      query: { holds: type },
    })),
    {
      key: 'shipToday',
      band: 'today',
      doneBy: ['start', 'accept'],
      title: '今日须发',
      hint: '今天要交给承运商',
      home: 'shipping',
      where: sql`t.ship_by >= ${tx.now} and (t.ship_by at time zone ${tx.actor.zone})::date = ${day}::date`,
      query: { shipBy_begin: wire(tx.now), shipBy_end: `${day} 23:59:59` },
    },
    {
      key: 'shipLate',
      band: 'today',
      doneBy: ['start', 'accept', 'remark'],
      title: '已逾期发货',
      hint: '过了最晚发货时间',
      home: 'shipping',
      where: sql`t.ship_by < ${tx.now}`,
      query: { shipBy_end: wire(tx.now) },
    },
  ];
}

const STAGES = [
  { stage: 'pending', path: '/orders/pending', title: '待处理' },
  { stage: 'shipping', path: '/orders/shipping', title: '待发货' },
] as const;

/** Counts of open orders, one statement for all; each stage is a page of its own. */
export async function orderTodoItems(tx: Tx): Promise<TodoItem[]> {
  if (!may(tx.actor, 'orders:salesOrder:list')) return [];
  const todos = orderTodos(tx).filter(
    ({ doneBy }) => !doneBy || doneBy.some((move) => may(tx.actor, movePermission(orderLifecycle, move))),
  );
  if (todos.length === 0) return [];
  const columns = todos.flatMap(({ where }) => [
    sql`count(*) filter (where ${where})::integer`,
    sql`min(${NEXT_DEADLINE}) filter (where ${where})`,
  ]);
  const names = todos.flatMap((_, index) => [`n${index}`, `d${index}`]);
  const selected = columns.map((column, index) => {
    const name: Sql = { strings: [` as ${names[index]}`], values: [], isSql: true };
    return sql`${column}${name}`;
  });
  const rows = await tx.query<Record<string, unknown> & { stage: string }>(sql`
    select t.stage, ${join(selected, ', ')} from sales_order t
    where ${join([...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)], ' and ')}
      and t.stage in ('pending', 'shipping')
    group by t.stage`);
  return todos.flatMap(({ key, band, title, hint, home, query }, index) =>
    STAGES.flatMap(({ stage, path, title: stageTitle }): TodoItem[] => {
      const row = rows.find((one) => one.stage === stage);
      const count = Number(row?.[`n${index}`] ?? 0);
      const isHome = stage === home;
      // What waits in one stage is not cleared because the other has none of it.
      const isAnywhere = rows.some((one) => Number(one[`n${index}`] ?? 0) > 0);
      if (count === 0 && (!isHome || isAnywhere)) return [];
      return [
        {
          key: isHome ? key : `${key}.${stage}`,
          band,
          title: isHome ? title : `${title}（${stageTitle}）`,
          hint,
          count,
          deadline: (row?.[`d${index}`] as Date | null | undefined) ?? null,
          path,
          query,
        },
      ];
    }),
  );
}

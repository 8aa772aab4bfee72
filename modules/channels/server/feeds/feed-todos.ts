import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { Todo, TodoItem } from '#kit/server/todo.ts';
import { feedRows } from './feed-rows.ts';

/** Kinds whose failures nobody sees elsewhere: work for single orders that failed stands on 任务. */
const OWN_KINDS = 'inventory,price,promotion,publish';

/** Rights of whoever can do something about a submission. */
const DONE_BY = {
  blocked: ['channels:account:pushStock', 'channels:stockPush:override'],
  failed: ['channels:account:pushStock', 'channels:priceRecord:propose'],
} as const;

async function waiting(
  tx: Tx,
  card: Pick<TodoItem, 'key' | 'title' | 'hint' | 'query'>,
  doneBy: readonly string[],
  where: Sql,
): Promise<TodoItem[]> {
  if (!may(tx.actor, 'channels:feed:list') || !doneBy.some((right) => may(tx.actor, right))) return [];
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (${feedRows(tx, card.query)}) t where ${where}`);
  return [{ ...card, band: 'wrong', count: row?.n ?? 0, deadline: null, path: '/channel/wf/feed' }];
}

/** 数据提交熔断 and 数据提交失败, over all kinds of submissions. */
export const feedTodos: readonly Todo[] = [
  {
    sort: 25,
    items: (tx) =>
      waiting(
        tx,
        {
          key: 'feedBlocked',
          title: '数据提交熔断',
          hint: '变动过大，核对后放行',
          query: { status: 'blocked' },
        },
        DONE_BY.blocked,
        sql`t.status = 'blocked'`,
      ),
  },
  {
    sort: 26,
    items: (tx) =>
      waiting(
        tx,
        {
          key: 'feedFailed',
          title: '数据提交失败',
          hint: '平台没收下最近一次',
          query: { type: OWN_KINDS, status: 'failed,partial', isOpen: 'Y' },
        },
        DONE_BY.failed,
        sql`t.status in ('failed', 'partial') and t.is_open`,
      ),
  },
];

import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import type { Todo, TodoItem } from '#kit/server/todo.ts';
import { addDays, dayIn, endOfDay } from '#kit/model/time.ts';
import { deduction } from '../../model/deduction.ts';
import { remittance } from '../../model/remittance.ts';

/** Days before a deduction settles itself from which on somebody is reminded (domain.md §3.5). */
const FIRST_REMINDER = 5;
/** From how many days before it is not to be left for later. */
const LAST_REMINDER = 1;

/** Deductions that nobody has answered, by how near they are, and remittances that wait to be matched and posted. */
export const moneyTodos: readonly Todo[] = [
  { sort: 83.6, items: async (tx) => [...(await deductionCards(tx)), ...(await remittanceCards(tx))] },
];

async function deductionCards(tx: Tx): Promise<TodoItem[]> {
  const acts = ['confirm', 'dispute'].some((move) => may(tx.actor, `finance:deduction:${move}`));
  if (!acts || !may(tx.actor, 'finance:deduction:list')) return [];
  const today = dayIn(tx.now, tx.actor.zone);
  const until = endOfDay(addDays(today, FIRST_REMINDER), tx.actor.zone);
  const [found] = await tx.query<{ n: number; first: Date | null }>(sql`
    select count(*)::integer as n, min(t.decide_by) as first from deduction t
    where ${join(baseConditions(deduction, tx.actor), ' and ')} and t.decide_by <= ${until}`);
  const first = found?.first ?? null;
  const isNear = first !== null && first <= endOfDay(addDays(today, LAST_REMINDER), tx.actor.zone);
  return [
    {
      key: 'deductionsToDecide',
      band: isNear ? 'wrong' : 'today',
      title: '扣款将自动结算',
      hint: '到期不确认也不申诉，按接受结算',
      count: found?.n ?? 0,
      deadline: first,
      path: '/finance/deduction',
      query: { tab: 'posted', decideBy_end: addDays(today, FIRST_REMINDER) },
    },
  ];
}

async function remittanceCards(tx: Tx): Promise<TodoItem[]> {
  if (!may(tx.actor, 'finance:remittance:list') || !may(tx.actor, 'finance:remittance:post')) return [];
  const [found] = await tx.query<{ open: number; ready: number }>(sql`
    select count(*) filter (where t.status in ('imported', 'partial'))::integer as open,
      count(*) filter (where t.status = 'matched')::integer as ready
    from remittance t where ${join(baseConditions(remittance, tx.actor), ' and ')}
      and t.status in ('imported', 'partial', 'matched')`);
  return [
    {
      key: 'remittancesToMatch',
      band: 'today',
      title: '回款单待匹配',
      hint: '有没匹配的行',
      count: found?.open ?? 0,
      deadline: null,
      path: '/finance/remittance',
      query: { tab: '*', status: 'imported,partial' },
    },
    {
      key: 'remittancesToPost',
      band: 'today',
      title: '回款单待过账',
      hint: '已全部匹配',
      count: found?.ready ?? 0,
      deadline: null,
      path: '/finance/remittance',
      query: { tab: 'matched' },
    },
  ];
}

import { dayIn, endOfDay } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import type { Todo, TodoItem } from '#kit/server/todo.ts';
import { claim } from '../../model/claim.ts';

interface Card extends Pick<TodoItem, 'key' | 'band' | 'title' | 'hint'> {
  doneBy: readonly string[];
  waits: Sql;
  due: Sql;
  tab: string;
}

const CARDS: readonly Card[] = [
  {
    key: 'claimsToSubmit',
    band: 'today',
    title: '索赔待提交',
    hint: '过期对方不再受理',
    doneBy: ['aftersales:claim:submit'],
    waits: sql`t.status = 'draft'`,
    due: sql`t.due_on`,
    tab: 'draft',
  },
  {
    key: 'claimsToChase',
    band: 'wrong',
    title: '索赔待催办',
    hint: '到答复期限还没赔付',
    doneBy: ['aftersales:claim:pay', 'aftersales:claim:reject'],
    waits: sql`t.status in ('submitted', 'part_paid')`,
    due: sql`t.answer_by`,
    tab: 'submitted',
  },
];

/** Claims whose clock runs out within the days of their party, and those for parcels that were found after all. */
export const claimTodos: readonly Todo[] = [
  {
    sort: 84,
    items: async (tx) => [
      ...(await Promise.all(CARDS.map((card) => cardOf(tx, card)))).flat(),
      ...(await foundCard(tx)),
    ],
  },
];

async function cardOf(tx: Tx, card: Card): Promise<TodoItem[]> {
  const { doneBy, waits, due, tab, ...shown } = card;
  const mayAct = may(tx.actor, 'aftersales:claim:list') && doneBy.some((code) => may(tx.actor, code));
  if (!mayAct) return [];
  const today = dayIn(tx.now, tx.actor.zone);
  const [found] = await tx.query<{ n: number; day: string | null }>(sql`
    select count(*)::integer as n, min(${due})::text as day from claim t
    where ${join(baseConditions(claim, tx.actor), ' and ')} and ${waits} and t.remind_on <= ${today}::date`);
  const deadline = found?.day ? endOfDay(found.day, tx.actor.zone) : null;
  return [
    {
      ...shown,
      count: found?.n ?? 0,
      deadline,
      path: '/orders/claim',
      query: { tab, remindOn_end: today },
    },
  ];
}

/** As many parcels as the address of a list has room for. */
const MOST_FOUND = 50;

/** Carriers find a parcel by themselves: what is claimed or paid for its loss must be called off or settled with them. */
async function foundCard(tx: Tx): Promise<TodoItem[]> {
  const ends = ['abandon', 'waive', 'settleFound'].map((move) => `aftersales:claim:${move}`);
  if (!may(tx.actor, 'aftersales:claim:list') || !ends.some((code) => may(tx.actor, code))) return [];
  const found = await tx.query<{ shipmentId: string; n: number }>(sql`
    select t.shipment_id, count(*)::integer as n from claim t
      join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
    where ${join(baseConditions(claim, tx.actor), ' and ')} and t.cause = 'lost'
      and (t.status in ('draft', 'submitted', 'part_paid') or t.status = 'paid' and not t.is_found_settled)
      and s.status in ('inTransit', 'delivered')
    group by 1 order by 1 limit ${MOST_FOUND}`);
  return [
    {
      key: 'claimsOfFound',
      band: 'wrong',
      title: '丢件已找回待撤索赔',
      hint: '包裹又在途或已签收',
      count: found.reduce((sum, { n }) => sum + n, 0),
      deadline: null,
      path: '/orders/claim',
      query: {
        tab: '*',
        cause: 'lost',
        status: 'draft,submitted,part_paid,paid',
        shipmentId: found.map(({ shipmentId }) => shipmentId).join(','),
      },
    },
  ];
}

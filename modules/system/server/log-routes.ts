import type { ResultOf } from '#kit/model/route.ts';
import { notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { logCalls } from '../model/routes/lists.ts';
import { requireOutranks } from './guards.ts';
import { refusedAs } from './wire.ts';
import type { Services } from './services.ts';

/** How often people come, and the end of a session that is not one's own. */
export const logRoutes = ({ sessions }: Services): Route[] => [
  implement(logCalls.visits, (call) => call.tx(visitCounts)),
  implement(logCalls.visitsByDay, (call) => call.tx(visitsByDay)),
  // Logs are written and never taken away; who tries is in them.
  ...[logCalls.remove, logCalls.removeBatch].map((route) =>
    implement(route, async (call) => {
      await call.tx(async (tx) => audit(tx, 'system:log', [{ rowId: null, action: 'delete' }]));
      return refusedAs(500, '日志不能删除');
    }),
  ),
  implement(logCalls.forceLogout, async (call) => {
    const id = idOf(call.body.token ?? call.body.id);
    await call.tx(async (tx) => {
      const session = await tx.maybe<{ userId: string }>`
        select user_id from session where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      if (!session) throw notFound();
      await requireOutranks(tx, [session.userId]);
      if (!(await sessions.endById(tx, id))) throw notFound();
      audit(tx, 'system:online', [{ rowId: id, action: 'logout' }]);
    });
    return answer('退出登录成功！');
  }),
];

async function visitCounts(tx: Tx): Promise<ResultOf<typeof logCalls.visits>> {
  return tx.one<ResultOf<typeof logCalls.visits>>`
    select count(*)::integer as "totalVisitCount",
      (count(*) filter (where today))::integer as "todayVisitCount",
      (count(distinct ip) filter (where today))::integer as "todayIp"
    from (
      select ip, (create_time at time zone ${tx.actor.zone}::text)::date
        = (${tx.now}::timestamptz at time zone ${tx.actor.zone}::text)::date as today
      from login_log where tenant_id = ${tx.tenant} and kind = 'login') visit`;
}

/** Seven days up to today, days without a visit as zero. `tian` is the day (sic). */
async function visitsByDay(tx: Tx): Promise<ResultOf<typeof logCalls.visitsByDay>> {
  return tx.rows`
    select to_char(day, 'YYYY-MM-DD') as tian, to_char(day, 'MM-DD') as type,
      count(l.id)::integer as visit, count(distinct l.ip)::integer as ip
    from (select (${tx.now}::timestamptz at time zone ${tx.actor.zone}::text)::date - back as day
      from generate_series(0, 6) back) days
    left join login_log l on l.tenant_id = ${tx.tenant} and l.kind = 'login'
      and l.create_time > ${tx.now}::timestamptz - interval '8 days'
      and (l.create_time at time zone ${tx.actor.zone}::text)::date = day
    group by day order by day`;
}

import { notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { requireOutranks } from './guards.ts';
import type { Services } from './services.ts';
import { idOf } from './user-routes.ts';

const NEUTRAL = { refusals: 'neutral' } as const;

/** How often people come, and the end of a session that is not one's own. */
export function logRoutes({ sessions }: Services): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/loginfo',
      access: 'signedIn',
      summary: '访问次数',
      handle: (call) => call.tx(visitCounts),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/visitInfo',
      access: 'signedIn',
      summary: '最近七天的访问',
      handle: (call) => call.tx(visitsByDay),
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/online/forceLogout',
      access: { permission: 'system:online:logout' },
      summary: '强制下线',
      handle: async (call) => {
        const id = idOf(call.body['token'] ?? call.body['id']);
        await call.tx(async (tx) => {
          const session = await tx.maybe<{ userId: string }>`
            select user_id from session where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
          if (!session) throw notFound();
          await requireOutranks(tx, [session.userId]);
          if (!(await sessions.endById(tx, id))) throw notFound();
          audit(tx, 'system:online', [{ rowId: id, action: 'logout' }]);
        });
        return answer('退出登录成功！');
      },
    },
  ];
}

async function visitCounts(tx: Tx): Promise<unknown> {
  return tx.one`
    select count(*)::integer as "totalVisitCount",
      (count(*) filter (where today))::integer as "todayVisitCount",
      (count(distinct ip) filter (where today))::integer as "todayIp"
    from (
      select ip, (create_time at time zone ${tx.actor.zone}::text)::date
        = (${tx.now}::timestamptz at time zone ${tx.actor.zone}::text)::date as today
      from login_log where tenant_id = ${tx.tenant} and kind = 'login') visit`;
}

/** Seven days up to today, days without a visit as zero. `tian` is the day (sic). */
async function visitsByDay(tx: Tx): Promise<unknown> {
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

import { choice, datetime, integer, text } from '#kit/model/field.ts';
import { notFound } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, type Route } from '#kit/server/route.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Deed } from '../model/deeds.ts';
import { logTypes, operateTypes, sexes } from '../model/dictionaries.ts';
import { requireOutranks } from './guards.ts';
import { readListPage, type ListSource, type Page } from './list-page.ts';
import type { Services } from './services.ts';
import { idOf } from './user-routes.ts';
import { toOnlineUser, type OnlineRow } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;

const LOGS: ListSource = {
  fields: {
    logContent: text('日志内容'),
    username: text('操作人'),
    userid: text('操作人ID'),
    ip: text('IP'),
    operateType: choice('操作类型', operateTypes),
    costTime: integer('耗时'),
    method: text('操作代码'),
    userAgent: text('浏览器'),
  },
  audit: ['createTime'],
};

const ONLINE: ListSource = {
  fields: {
    username: text('用户账号'),
    realname: text('用户姓名'),
    sex: choice('性别', sexes),
    phone: text('手机号码'),
    ip: text('IP'),
    userAgent: text('浏览器'),
    lastSeen: datetime('最近活动'),
  },
  audit: ['createTime'],
};

/** Who is here, who was here, and what was done. */
export function logRoutes({ sessions, deeds }: Services): Route[] {
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/log/list',
      access: { permission: 'system:log:list' },
      summary: '登录日志与操作日志',
      handle: (call) => call.tx((tx) => logPage(tx, deeds, call.query)),
    },
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
      method: 'GET',
      path: '/sys/online/list',
      access: { permission: 'system:online:list' },
      summary: '在线用户',
      handle: (call) =>
        call.tx(async (tx) => {
          const rows = sql`
            select s.id, u.username, u.realname, u.avatar, u.birthday, u.sex, u.phone, s.ip,
              s.user_agent, s.create_time, s.last_seen
            from session s join app_user u on u.id = s.user_id
            where s.tenant_id = ${tx.tenant} and s.expires_at > ${tx.now}::timestamptz`;
          const page = await readListPage<OnlineRow>(tx, ONLINE, rows, call.query);
          return { ...page, records: page.records.map((row) => toOnlineUser(row, tx.actor.zone)) };
        }),
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

interface LogRow {
  id: string;
  logContent: string;
  operateType: string | null;
  userid: string | null;
  username: string;
  ip: string | null;
  method: string | null;
  costTime: number | null;
  /** Which row, and which of its fields: never what stood there, which has rights of its own. */
  requestParam: string | null;
  userAgent: string | null;
  createTime: Date;
}

async function logPage(
  tx: Tx,
  deeds: readonly Deed[],
  query: Record<string, string>,
): Promise<Page<Record<string, unknown>>> {
  const { logType = '1', keyWord, ...rest } = query;
  const isLogin = logType !== '2';
  const filter = keyWord?.trim() ? { ...rest, logContent: `*${keyWord.trim()}*` } : rest;
  const rows = isLogin ? loginRows(tx) : operationRows(tx, deeds);
  const page = await readListPage<LogRow>(tx, LOGS, rows, filter);
  return {
    ...page,
    records: page.records.map((row) => ({
      id: row.id,
      logType: isLogin ? 1 : 2,
      logType_dictText: logTypes.items[isLogin ? '1' : '2'],
      logContent: row.logContent,
      operateType: row.operateType === null ? null : Number(row.operateType),
      operateType_dictText:
        row.operateType === null ? null : operateTypes.items[row.operateType as '1'],
      userid: row.userid,
      username: row.username,
      ip: row.ip,
      method: row.method,
      requestUrl: null,
      requestType: null,
      requestParam: row.requestParam,
      userAgent: row.userAgent,
      costTime: row.costTime,
      createBy: row.username,
      createTime: toWireTime(row.createTime, tx.actor.zone),
    })),
  };
}

const loginRows = (tx: Tx): Sql => sql`
  select l.id, l.content as log_content, null::text as operate_type, l.user_id::text as userid,
    l.username, l.ip, null::text as method, l.cost_ms as cost_time, l.user_agent,
    null::text as request_param, l.create_time
  from login_log l where l.tenant_id = ${tx.tenant}`;

/**
 * The audit trail in the shape of an operation log; titles come from the declaration of the deed,
 * else from the button of its right.
 */
const operationRows = (tx: Tx, deeds: readonly Deed[]): Sql => sql`
  select a.id, coalesce(d.title, p.name, a.resource || ' ' || a.action) as log_content,
    case a.action when 'add' then '2' when 'delete' then '4' when 'import' then '5'
      when 'export' then '6' else '3' end as operate_type,
    a.actor_id::text as userid, a.actor_name as username, a.ip,
    a.resource || ':' || a.action as method, null::integer as cost_time,
    null::text as user_agent,
    jsonb_build_object('id', a.row_id, 'fields', case jsonb_typeof(a.diff) when 'object'
      then (select jsonb_agg(key order by key) from jsonb_object_keys(a.diff) as key) end)::text
      as request_param, a.at as create_time
  from audit_log a
  left join unnest(${deeds.map(({ code }) => code)}::text[], ${deeds.map(({ title }) => title)}::text[])
    as d (code, title) on d.code = a.resource || ':' || a.action
  left join permission p on p.perms = a.resource || ':' || a.action and p.menu_type = 2
  where a.tenant_id = ${tx.tenant}`;

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

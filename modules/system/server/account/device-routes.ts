import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import { answer, implement, type Answer, type Call, type CallOf, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { accountCalls, type Device } from '../../model/routes/account.ts';
import { deviceWords } from '../../model/user-agent.ts';
import { freeSessionOf, sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import { USER } from '../users.ts';

/** Where a person is signed in, over all tenants; they may end what is theirs. */
export const deviceRoutes = (services: Services): Route[] => [
  implement(accountCalls.devices, (call) => ownSessions(services, call)),
  implement(accountCalls.endDevice, (call) => endOne(services, call)),
  implement(accountCalls.endOtherDevices, (call) => endOthers(services, call)),
];

interface SessionRow {
  id: string;
  ip: string | null;
  userAgent: string | null;
  tenantName: string;
  createTime: Date;
  lastSeen: Date;
}

async function ownSessions(services: Services, call: Call): Promise<Device[]> {
  const { id: current, userId } = await sessionOf(services, call);
  const rows = await services.db.platform(
    (tx) => tx.rows<SessionRow>`
      select s.id, s.ip, s.user_agent, t.name as tenant_name, s.create_time, s.last_seen
      from session s join tenant t on t.id = s.tenant_id
      where s.user_id = ${userId} and s.expires_at > ${tx.now}::timestamptz
      order by (s.id = ${current}::uuid) desc, s.last_seen desc, s.id limit 200`,
  );
  const { zone } = call.actor;
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    ...deviceWords(row.userAgent),
    tenantName: row.tenantName,
    createTime: toWireTime(row.createTime, zone),
    lastSeen: toWireTime(row.lastSeen, zone),
    isCurrent: row.id === current,
  }));
}

async function endOne(services: Services, call: CallOf<typeof accountCalls.endDevice>): Promise<Answer<null>> {
  const { userId } = await freeSessionOf(services, call);
  const id = idOf(call.query.id);
  await call.tx(async (tx) => {
    if ((await services.sessions.endAllOf(tx, userId, { id })) === 0) throw notFound();
    audit(tx, USER, [{ rowId: userId, action: 'endSession' }]);
  });
  return answer('该设备已下线');
}

async function endOthers(services: Services, call: Call): Promise<Answer<{ ended: number }>> {
  const { userId } = await freeSessionOf(services, call);
  const ended = await call.tx(async (tx) => {
    const count = await services.sessions.endAllOf(tx, userId, { except: call.token ?? '' });
    if (count > 0) audit(tx, USER, [{ rowId: userId, action: 'endSession' }]);
    return count;
  });
  return answer(ended === 0 ? '没有其他登录设备' : `已下线其他${ended}台设备`, { ended });
}

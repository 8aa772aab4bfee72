import { Refusal } from '#kit/model/refusal.ts';
import { wordOf } from '#kit/model/dict.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { answer, implement, type Answered, type Call, type Route } from '#kit/server/route.ts';
import { validStatuses } from '../../model/dictionaries.ts';
import { deputyCalls, deputyFields, type StoredDeputy } from '../../model/routes/deputies.ts';
import { shellCalls } from '../../model/routes/shell.ts';
import type { SignInAnswer } from '../../model/routes/session.ts';
import { enter, welcome } from '../entrance.ts';
import { placesOf } from '../admit.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { freeSessionOf, sessionOf, sessionOver } from '../own-session.ts';
import type { Services } from '../services.ts';
import { requireSeenUsers } from '../user-list.ts';
import { refusedAs } from '../wire.ts';
import { deputyships } from './deputyship.ts';
import { DEPUTY, memberNamed, requireMaySet, setDeputy } from './set-deputy.ts';

const OVER = '代理未设置、已停用或不在代理期间';

/** 代理人: who may act for whom, and the way there and back. */
export const deputyRoutes = (services: Services): Route[] => [
  implement(deputyCalls.find, async (call) => {
    const found = await call.tx((tx) => storedDeputy(tx, call.query.userName ?? ''));
    return found ?? refusedAs(500, '未设置代理人');
  }),
  implement(deputyCalls.add, (call) => set(services, call, true)),
  implement(deputyCalls.edit, (call) => set(services, call, false)),
  implement(shellCalls.represented, async (call) => {
    const { userId, tenant, actsFor } = await sessionOf(services, call);
    if (actsFor !== null) return [];
    const held = await deputyships(services.db, { tenant, deputyId: userId });
    return held.map(({ username, realname, endsAt }) => ({
      username,
      realname,
      endTime: toWireTime(endsAt, call.actor.zone),
    }));
  }),
  implement(shellCalls.beginActing, (call) => begin(services, call, String(call.body.userName ?? ''))),
  implement(shellCalls.endActing, (call) => end(services, call)),
];

async function set(services: Services, call: Call, isNew: boolean): Promise<Answered<null>> {
  await freeSessionOf(services, call);
  // A switch comes as a number from some clients.
  const body = { ...call.body, ...statusOf(call.body['status']) };
  const input = parseBody(deputyFields, body, { zone: call.actor.zone });
  await call.tx(async (tx) => {
    const { id } = call.body;
    const about = await setDeputy(tx, services.sessions, { ...input, id }, isNew);
    if (!about.isOn) return;
    const span = `${toWireTime(new Date(input.startTime), tx.actor.zone)} 至 ${toWireTime(new Date(input.endTime), tx.actor.zone)}`;
    await sendNotice(tx, {
      to: [about.deputy.id],
      title: `您已被设为${about.person.realname}的代理人`,
      html: `<p>代理期间：${span}。可在右上角用户菜单中选择“代其处理”。</p>`,
    });
    if (about.person.id === tx.actor.userId) return;
    await sendNotice(tx, {
      to: [about.person.id],
      title: `管理员已为您设置代理人：${about.deputy.realname}`,
      html: `<p>代理期间：${span}。您可以在“安全设置”中修改或停用。</p>`,
      openType: 'url',
      openPage: '/account/settings/security',
    });
  });
  return answer('代理人设置成功！');
}

const statusOf = (status: unknown): { status?: string } =>
  status === undefined || status === null || status === '' ? {} : { status: String(status) };

/** The deputy of oneself, or of somebody whom the caller may read. */
async function storedDeputy(tx: Tx, username: string): Promise<StoredDeputy | undefined> {
  const person = await memberNamed(tx, username);
  if (!person) return undefined;
  if (person.id !== tx.actor.userId) {
    if (!may(tx.actor, 'system:user:list')) await requireMaySet(tx, person.id);
    await requireSeenUsers(tx, [person.id]);
  }
  const row = await tx.maybe<Row>`
    select d.id, u.username as user_name, du.username as agent_user_name,
      du.realname as agent_realname, d.begins_at, d.ends_at, d.status,
      (select realname from app_user where username = d.create_by) as create_name,
      d.create_by, d.create_time,
      (select realname from app_user where username = d.update_by) as update_name,
      d.update_by, d.update_time
    from user_deputy d join app_user u on u.id = d.user_id join app_user du on du.id = d.deputy_id
    where d.tenant_id = ${tx.tenant} and d.user_id = ${person.id}::uuid`;
  return row && wireOf(row, tx.actor.zone);
}

interface Row extends Pick<
  StoredDeputy,
  | 'id'
  | 'userName'
  | 'agentUserName'
  | 'agentRealname'
  | 'status'
  | 'createName'
  | 'createBy'
  | 'updateName'
  | 'updateBy'
> {
  beginsAt: Date;
  endsAt: Date;
  createTime: Date;
  updateTime: Date | null;
}

const wireOf = ({ beginsAt, endsAt, ...row }: Row, zone: string): StoredDeputy => ({
  ...row,
  startTime: toWireTime(beginsAt, zone),
  endTime: toWireTime(endsAt, zone),
  status_dictText: wordOf(validStatuses, row.status) ?? '',
  createTime: toWireTime(row.createTime, zone),
  updateTime: row.updateTime && toWireTime(row.updateTime, zone),
  sysOrgCode: null,
  sysCompanyCode: null,
});

/** The session ends; one with the rights of the other begins, in the same tenant. */
async function begin(services: Services, call: Call, username: string): Promise<SignInAnswer> {
  const { db, sessions } = services;
  const session = await freeSessionOf(services, call);
  const person = await call.tx((tx) => memberNamed(tx, username));
  const about = { tenant: session.tenant, deputyId: session.userId };
  const [held] = person ? await deputyships(db, { ...about, userId: person.id }) : [];
  if (!held) throw new Refusal('notDeputy', OVER);
  if (!(await sessions.end(call.token ?? ''))) throw sessionOver();
  const token = await sessions.create({
    userId: session.userId,
    tenant: session.tenant,
    actsFor: held.userId,
    orgCode: held.orgCode,
    ip: call.ip,
    userAgent: call.userAgent,
  });
  await call.tx(async (tx) => audit(tx, DEPUTY, [{ rowId: held.userId, action: 'begin' }]));
  const tenants = await placesOf(db, { id: held.userId, status: 'active' });
  const here = tenants.filter(({ tenant }) => tenant === session.tenant);
  const [place] = here;
  if (!place) throw new Refusal('notDeputy', OVER);
  const welcomed = await welcome(db, services.dictionaries, token, held.userId, place, here);
  const actedBy = { username: session.username, realname: session.realname };
  return { ...welcomed, userInfo: { ...welcomed.userInfo, actedBy } };
}

/** Back to one's own work. */
async function end(services: Services, call: Call): Promise<SignInAnswer> {
  const { db, sessions } = services;
  const session = await sessionOf(services, call);
  if (session.actsFor === null) throw new Refusal('notActing', '当前没有代他人处理');
  const tenants = await placesOf(db, { id: session.userId, status: 'active' });
  const place = tenants.find(({ tenant }) => tenant === session.tenant);
  if (!place) throw sessionOver();
  await call.tx(async (tx) => audit(tx, DEPUTY, [{ rowId: session.actsFor, action: 'end' }]));
  if (!(await sessions.end(call.token ?? ''))) throw sessionOver();
  const about = { userId: session.userId, place, ip: call.ip, userAgent: call.userAgent };
  const token = await enter(db, sessions, about);
  return welcome(db, services.dictionaries, token, session.userId, place, tenants);
}

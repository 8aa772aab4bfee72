import { forbidden, invalid, notFound, type Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { deputyFields } from '../../model/routes/deputies.ts';
import type { Values } from '#kit/model/field.ts';
import { requireOutranks } from '../guards.ts';
import type { Sessions } from '../sessions.ts';
import { requireSeenUsers } from '../user-list.ts';
import { nameKey } from '../users.ts';

export const DEPUTY = 'system:deputy';

export type DeputyInput = Values<typeof deputyFields> & { id?: unknown };

interface Person {
  id: string;
  username: string;
  realname: string;
  isActive: boolean;
}

interface Stored {
  id: string;
  agent: string;
  beginsAt: Date;
  endsAt: Date;
  status: string;
}

/**
 * Says who acts for somebody, and when. Only the person does, or who edits people and holds all that the
 * person may. Whoever acts for the person right now is out at once.
 * @param isNew adding again what is there already changes it
 */
export async function setDeputy(
  tx: Tx,
  sessions: Pick<Sessions, 'endActing'>,
  input: DeputyInput,
  isNew: boolean,
): Promise<{ person: Person; deputy: Person; isOn: boolean }> {
  const person = await memberNamed(tx, input.userName);
  if (!person) throw atField('userName', 'notFound', '用户不存在！');
  await requireMaySet(tx, person.id);
  const deputy = await deputyNamed(tx, input.agentUserName, person);
  await lockBoth(tx, person.id, deputy.id);
  const span = { from: new Date(input.startTime), to: new Date(input.endTime) };
  const isOn = input.status === '1';
  requireSpan(tx, span, isOn);
  if (isOn) await refuseChains(tx, person, deputy, span);
  const stored = await tx.maybe<Stored>`
    select d.id, u.username as agent, d.begins_at, d.ends_at, d.status
    from user_deputy d join app_user u on u.id = d.deputy_id
    where d.tenant_id = ${tx.tenant} and d.user_id = ${person.id}::uuid for update of d`;
  if (!isNew && (!stored || (isUuid(input.id) && stored.id !== input.id))) throw notFound();
  await store(tx, { person, deputy, span, status: input.status });
  await sessions.endActing(tx, person.id);
  const now: Omit<Stored, 'id'> = {
    agent: deputy.username,
    beginsAt: span.from,
    endsAt: span.to,
    status: input.status,
  };
  audit(tx, DEPUTY, [{ rowId: person.id, action: 'set', diff: diffOf(stored, now) }]);
  return { person, deputy, isOn };
}

/** The person themselves; else who edits people and lacks nothing that the person may. */
export async function requireMaySet(tx: Tx, personId: string): Promise<void> {
  if (personId === tx.actor.userId) return;
  if (!may(tx.actor, 'system:user:edit')) throw forbidden();
  await requireOutranks(tx, [personId]);
}

/** Somebody who belongs to the tenant, frozen or not. */
export const memberNamed = (tx: Tx, username: string): Promise<Person | undefined> =>
  tx.maybe<Person>`
    select u.id, u.username, u.realname, m.status = 'active' and u.status = 'active' as is_active
    from app_user u join membership m on m.user_id = u.id
    where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and u.status <> 'deleted'
      and u.username_key = ${nameKey(username)}`;

async function deputyNamed(tx: Tx, username: string, person: Person): Promise<Person> {
  const deputy = await memberNamed(tx, username);
  if (!deputy?.isActive) throw atField('agentUserName', 'missing', '代理人不存在或已冻结');
  if (deputy.id === person.id) throw atField('agentUserName', 'self', '代理人不能是本人');
  await requireSeenUsers(tx, [deputy.id]);
  return deputy;
}

/** Two that would make a chain together are judged one after the other. */
const lockBoth = (tx: Tx, ...ids: string[]): Promise<unknown> =>
  tx.rows`select 1 as one from membership
    where tenant_id = ${tx.tenant} and user_id = any(${ids}::uuid[]) order by user_id for update`;

interface Span {
  from: Date;
  to: Date;
}

function requireSpan(tx: Tx, { from, to }: Span, isOn: boolean): void {
  if (to <= from) throw atField('endTime', 'invalid', '代理结束时间必须晚于开始时间');
  if (isOn && to <= tx.now) throw atField('endTime', 'invalid', '代理结束时间已过');
}

/** Rights that were lent are not lent on: in those days neither is a deputy and has one. */
async function refuseChains(tx: Tx, person: Person, deputy: Person, span: Span): Promise<void> {
  const other = await tx.maybe<{ userId: string; person: string; deputy: string }>`
    select d.user_id, u.realname as person, du.realname as deputy from user_deputy d
    join app_user u on u.id = d.user_id join app_user du on du.id = d.deputy_id
    where d.tenant_id = ${tx.tenant} and d.status = '1' and d.user_id <> ${person.id}::uuid
      and (d.user_id = ${deputy.id}::uuid or d.deputy_id = ${person.id}::uuid)
      and d.begins_at < ${span.to}::timestamptz and d.ends_at > ${span.from}::timestamptz
    limit 1`;
  if (!other) return;
  const message =
    other.userId === deputy.id
      ? `${other.person}在此期间已由${other.deputy}代理，不能再作代理人`
      : `${person.realname}在此期间是${other.person}的代理人，不能再设置代理人`;
  throw atField('agentUserName', 'chained', message);
}

async function store(
  tx: Tx,
  { person, deputy, span, status }: { person: Person; deputy: Person; span: Span; status: string },
): Promise<void> {
  await tx.run`
    insert into user_deputy as d (tenant_id, id, user_id, deputy_id, begins_at, ends_at, status,
      set_by, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${person.id}::uuid, ${deputy.id}::uuid, ${span.from},
      ${span.to}, ${status}, ${tx.actor.userId}::uuid, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, user_id) do update set deputy_id = excluded.deputy_id,
      begins_at = excluded.begins_at, ends_at = excluded.ends_at, status = excluded.status,
      set_by = excluded.set_by, update_by = excluded.create_by, update_time = excluded.create_time,
      version = d.version + 1`;
}

function diffOf(before: Stored | undefined, after: Omit<Stored, 'id'>): Record<string, readonly [unknown, unknown]> {
  const keys = Object.keys(after) as (keyof typeof after)[];
  return Object.fromEntries(
    keys
      .map((key) => [key, [before?.[key] ?? null, after[key]] as const] as const)
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );
}

const atField = (field: string, code: string, message: string): Refusal => invalid([{ field, code, message }]);

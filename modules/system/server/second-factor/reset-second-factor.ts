import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';
import { secondFactorCalls } from '../../model/routes/second-factor.ts';
import { isShared, requireOutranks } from '../guards.ts';
import type { Services } from '../services.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import { nameKey, USER } from '../users.ts';
import { notifyOwner, notifyOwnerAtHome } from './second-factor-notice.ts';

/** For somebody who has lost their authenticator and their recovery codes. */
export const resetSecondFactorRoutes = (services: Services): Route[] => [
  implement(secondFactorCalls.reset, (call) => reset(services, call)),
];

async function reset(services: Services, call: Call): Promise<Answer<null>> {
  const { username } = call.body;
  if (typeof username !== 'string' || username === '' || username.length > 100) throw unknown();
  const stranger = await call.tx(async (tx) => {
    const { id, isMember } = await personToReset(tx, username);
    if (!(await services.secondFactors.turnOff(tx, id))) throw atAccount('secondFactorOff', '该用户未开启两步验证');
    audit(tx, USER, [{ rowId: id, action: 'resetSecondFactor' }]);
    if (isMember) await notifyOwner(tx, id, 'reset');
    return isMember ? null : id;
  });
  if (stranger !== null) await notifyOwnerAtHome(services.db, stranger, 'reset');
  return answer('两步验证已重置');
}

/**
 * Somebody of this tenant alone whom the caller outranks. Whoever belongs to another tenant too, or
 * only to others, is the business of the operator's administrators: a reset opens all of them.
 */
async function personToReset(tx: Tx, username: string): Promise<{ id: string; isMember: boolean }> {
  const isOperator = tx.tenant === OPERATOR_TENANT;
  const member = await tx.maybe<{ id: string }>`
    select u.id from app_user u join membership m on m.user_id = u.id
    where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and u.status <> 'deleted'
      and u.username_key = ${nameKey(username)}`;
  const person = member ?? (isOperator ? await accountOf(tx, username) : undefined);
  if (!person) throw unknown();
  // Otherwise a session left open would be enough to turn one's own off.
  if (person.id === tx.actor.userId) throw atAccount('self', '请在“安全设置”中关闭自己的两步验证');
  if (member) await requireOutranks(tx, [person.id]);
  if (member && !(await isShared(tx, person.id))) return { id: person.id, isMember: true };
  if (!isOperator) throw atAccount('sharedAccount', '该用户同时属于其他租户，两步验证只能由平台管理员重置');
  await requireAdministrator(tx);
  return { id: person.id, isMember: member !== undefined };
}

/** A refusal about who is named, at the input where they are typed. */
const atAccount = (code: string, message: string, status = 409): Refusal =>
  new Refusal(code, message, { status, errors: [{ field: 'username', code, message }] });

const unknown = (): Refusal => atAccount('notFound', '用户不存在！', 404);

const accountOf = (tx: Tx, username: string): Promise<{ id: string } | undefined> =>
  tx.platform.maybe<{ id: string }>`
    select id from app_user where username_key = ${nameKey(username)} and status <> 'deleted'`;

/** What a person may do in other tenants cannot be weighed here: only an administrator may. */
async function requireAdministrator(tx: Tx): Promise<void> {
  const held = await tx.maybe<{ id: string }>`
    select r.id from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tx.tenant} and ur.user_id = ${tx.actor.userId}
      and r.code = ${TENANT_ADMIN}`;
  if (!held) throw forbidden();
}

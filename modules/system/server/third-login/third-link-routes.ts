import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { thirdLoginCalls, type ThirdLink } from '../../model/routes/third-login.ts';
import { requireCurrentPassword } from '../account/own-password.ts';
import { freeSessionOf, sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import { providerTitle } from './single-sign-on.ts';
import { dropLink, linksOf } from './third-links.ts';

/** A person's own links to accounts at other systems: they see them and may end them. */
export const thirdLinkRoutes = (services: Services): Route[] => [
  implement(thirdLoginCalls.links, (call) => ownLinks(services, call)),
  implement(thirdLoginCalls.unlink, (call) => unlink(services, call)),
];

async function ownLinks(services: Services, call: Call): Promise<ThirdLink[]> {
  const { userId } = await sessionOf(services, call);
  const { zone } = call.actor;
  return (await linksOf(services.db, userId)).map((link) => ({
    id: link.id,
    provider: providerTitle(services.singleSignOn, link.thirdType),
    email: link.email,
    createTime: toWireTime(link.createTime, zone),
    lastUsed: link.lastUsed ? toWireTime(link.lastUsed, zone) : null,
  }));
}

/** A session that was left open does not suffice: the password is asked for, as for a new address. */
async function unlink(services: Services, call: Call): Promise<Answer<null>> {
  const session = await freeSessionOf(services, call);
  const id = idOf(call.body['id']);
  await requireCurrentPassword(services, session, call.body['oldpassword']);
  if (!(await call.tx((tx) => dropLink(tx, session.userId, id)))) throw notFound();
  return answer('解除绑定成功!');
}

import { Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { implement, type Answered, type Call, type CallOf, type Route } from '#kit/server/route.ts';
import { sessionCalls, type SignInAnswer } from '../../model/routes/session.ts';
import { limitCalls, LOCKED, tooMany } from '../attempts.ts';
import { openSession, placesOf, type Entered } from '../admit.ts';
import { logLogin } from '../login-log.ts';
import { homeTenant } from '../registration/home-tenant.ts';
import type { Services } from '../services.ts';
import { addLink, linkOf } from '../third-login/third-links.ts';
import { USER } from '../users.ts';
import { admittedAnswer, browserOf } from './admitted-answer.ts';
import { endPending, tryPending, type PendingSignIn } from './pending-sign-ins.ts';
import { readProof, wrongProof, type Proof } from './proof.ts';
import { notifyOwner, notifyOwnerAtHome } from './second-factor-notice.ts';
import type { Tried } from './second-factors.ts';

const CALLS_A_MINUTE = 60;

/** The second step of a sign-in, whichever way the first one was taken. */
export const secondSignInRoutes = (services: Services): Route[] => [
  implement(sessionCalls.secondStep, (call) => signInBySecondFactor(services, call)),
];

interface Account {
  id: string;
  username: string;
  status: string;
}

interface Step {
  tried: Tried;
  pending: PendingSignIn;
  account: Account;
}

async function signInBySecondFactor(
  services: Services,
  call: CallOf<typeof sessionCalls.secondStep>,
): Promise<Answered<SignInAnswer>> {
  const started = performance.now();
  const { ip, userAgent } = call;
  const { ticket } = call.body;
  const proof = readProof(call.body);
  await limitCalls(services.db, { kind: 'secondFactor', subject: networkOf(ip) }, CALLS_A_MINUTE);
  const step = typeof ticket === 'string' ? await takeStep(services, call, ticket, proof) : null;
  if (!step) throw new Refusal('unauthorised', '登录校验已失效，请重新登录', { status: 401 });
  if (step.tried === 'locked') throw tooMany(LOCKED);
  if (step.tried !== 'right') throw await failed(services, call, step, proof);
  const places = await placesOf(services.db, step.account);
  const entered = await openSession(services, step.account, places, { ip, userAgent, started });
  await afterEntry(services, entered, step.pending, proof);
  return admittedAnswer(services, call, entered);
}

/** One try, counted whatever comes of it; a right code ends the ticket with it. */
const takeStep = ({ db, secondFactors }: Services, call: Call, ticket: string, proof: Proof): Promise<Step | null> =>
  db.platform(async (tx) => {
    const held = { ticket: ticket.slice(0, 100), browser: browserOf(call) };
    const pending = await tryPending(tx, tx.now, held);
    if (!pending) return null;
    const { userId } = pending;
    const account = await tx.one<Account>`
      select id, username, status from app_user where id = ${userId}`;
    const tried = await secondFactors.attempt(tx, tx.now, { userId, proof, ip: call.ip });
    if (tried === 'right') await endPending(tx, held);
    return { tried, pending, account };
  });

const TITLES = { code: '两步验证码', recoveryCode: '恢复码' } as const;

async function failed(
  { db }: Services,
  { ip, userAgent }: Call,
  { tried, account }: Step,
  proof: Proof,
): Promise<Refusal> {
  await logLogin(db, {
    tenant: await db.platform((tx) => homeTenant(tx, account.id)),
    kind: 'failure',
    userId: account.id,
    username: account.username,
    content: `登录失败：${TITLES[proof.kind]}错误`,
    ip,
    userAgent,
  });
  if (tried === 'lastTry') await notifyOwnerAtHome(db, account.id, 'guessed');
  return wrongProof(proof);
}

/** Links the account they came with, and says when a recovery code was used. */
async function afterEntry(
  { db, singleSignOn }: Services,
  { userId, place }: Entered,
  { binding }: PendingSignIn,
  proof: Proof,
): Promise<void> {
  if (!binding && proof.kind === 'code') return;
  await db.tx(systemActor(place.tenant, 'login'), async (tx) => {
    if (binding) await addLink(tx, linkOf(singleSignOn, binding, userId));
    if (proof.kind === 'code') return;
    audit(tx, USER, [{ rowId: userId, action: 'useRecoveryCode' }]);
    await notifyOwner(tx, userId, 'recovered');
  });
}

import { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import { qrImage } from '#platform/print/qr-image.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import {
  secondFactorCalls,
  type MadeCodes,
  type SecondFactorState,
  type ShownKey,
} from '../../model/routes/second-factor.ts';
import { requireCurrentPassword } from '../account/own-password.ts';
import { limitCalls, LOCKED, tooMany } from '../attempts.ts';
import { freeSessionOf, sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import { USER } from '../users.ts';
import { readProof, wrongProof } from './proof.ts';
import { notifyOwner } from './second-factor-notice.ts';
import { keyAddress } from './time-codes.ts';

const CODES_A_MINUTE = 20;

/** A person's own second factor: they turn it on and off and get recovery codes. */
export const ownSecondFactorRoutes = (services: Services): Route[] => [
  implement(secondFactorCalls.state, (call) => ownState(services, call)),
  implement(secondFactorCalls.begin, (call) => begin(services, call)),
  implement(secondFactorCalls.turnOn, (call) => turnOn(services, call)),
  implement(secondFactorCalls.turnOff, (call) => turnOff(services, call)),
  implement(secondFactorCalls.renewCodes, (call) => renewRecoveryCodes(services, call)),
];

async function ownState(services: Services, call: Call): Promise<SecondFactorState> {
  const { userId } = await sessionOf(services, call);
  const state = await services.secondFactors.state(userId);
  if (!state) return { isOn: false };
  const { zone } = call.actor;
  return {
    isOn: true,
    since: toWireTime(state.confirmTime, zone),
    lastUsed: state.lastUsed ? toWireTime(state.lastUsed, zone) : null,
    recoveryLeft: state.recoveryLeft,
  };
}

/** The key is shown once, in a QR code and as text; it counts once a code of it was typed. */
async function begin(services: Services, call: Call): Promise<Answer<ShownKey>> {
  const session = await freeSessionOf(services, call);
  await requireCurrentPassword(services, session, call.body['oldpassword']);
  const key = await services.secondFactors.begin(session.userId);
  if (key === null) throw new Refusal('secondFactorOn', '两步验证已开启');
  const address = keyAddress(key, services.issuer, session.username);
  return answer('请用身份验证器扫描二维码', { key, qr: qrImage(address) });
}

async function turnOn(services: Services, call: Call): Promise<Answer<MadeCodes>> {
  const { userId } = await freeSessionOf(services, call);
  const { code } = readProof({ code: call.body['code'] });
  await limitCalls(services.db, { kind: 'secondFactor', subject: `turn on ${userId}` }, CODES_A_MINUTE);
  const recoveryCodes = await call.tx(async (tx) => {
    const turned = await services.secondFactors.turnOn(tx, userId, code);
    if (turned === 'gone') throw new Refusal('keyGone', '密钥已失效，请重新开始');
    if (turned === 'wrong') throw wrongProof({ kind: 'code' });
    audit(tx, USER, [{ rowId: userId, action: 'turnOnSecondFactor' }]);
    await notifyOwner(tx, userId, 'on');
    // The other sessions were opened without it.
    await services.sessions.endAllOf(tx, userId, { except: call.token ?? '' });
    return turned;
  });
  return answer('两步验证已开启', { recoveryCodes });
}

async function turnOff(services: Services, call: Call): Promise<Answer<null>> {
  const { userId } = await freeSessionOf(services, call);
  await requireBoth(services, call);
  await call.tx(async (tx) => {
    if (!(await services.secondFactors.turnOff(tx, userId))) throw isOff();
    audit(tx, USER, [{ rowId: userId, action: 'turnOffSecondFactor' }]);
    await notifyOwner(tx, userId, 'off');
  });
  return answer('两步验证已关闭');
}

async function renewRecoveryCodes(services: Services, call: Call): Promise<Answer<MadeCodes>> {
  const { userId } = await freeSessionOf(services, call);
  await requireBoth(services, call);
  const recoveryCodes = await call.tx(async (tx) => {
    const codes = await services.secondFactors.renewRecoveryCodes(tx, userId);
    if (!codes) throw isOff();
    audit(tx, USER, [{ rowId: userId, action: 'renewRecoveryCodes' }]);
    await notifyOwner(tx, userId, 'renewed');
    return codes;
  });
  return answer('恢复码已重新生成', { recoveryCodes });
}

/** The password and a code: neither a session left open nor one of the two suffices. */
async function requireBoth(services: Services, call: Call): Promise<void> {
  const { db, secondFactors } = services;
  const session = await freeSessionOf(services, call);
  const proof = readProof(call.body);
  if (!(await secondFactors.isOn(session.userId))) throw isOff();
  await requireCurrentPassword(services, session, call.body['oldpassword']);
  const about = { userId: session.userId, proof, ip: call.ip };
  const tried = await db.platform((tx) => secondFactors.attempt(tx, tx.now, about));
  if (tried === 'locked') throw tooMany(LOCKED);
  if (tried !== 'right') throw wrongProof(proof);
}

const isOff = (): Refusal => new Refusal('secondFactorOff', '两步验证未开启');

import type { Cookie } from '#kit/server/cookies.ts';
import { answer, type Answered, type Call } from '#kit/server/route.ts';
import type { SignInAnswer } from '../../model/routes/session.ts';
import { welcome } from '../entrance.ts';
import type { Admitted } from '../admit.ts';
import type { Services } from '../services.ts';
import { refusedAs } from '../wire.ts';
import { PENDING_MS } from './pending-sign-ins.ts';

/** Code of the envelope: right so far, and one step is missing. */
const STEP_MISSING = 428;
const COOKIE = 'waybill_second_factor';

/**
 * What every sign-in answers: the session, or (to whoever has a second factor) 428 with the ticket
 * of the next step. Without `success`, so that no client takes it for a session.
 * @param more joins the result, such as where the person wanted to go
 */
export async function admittedAnswer(
  services: Services,
  call: Call,
  admitted: Admitted,
  more: { redirect?: string } = {},
): Promise<Answered<SignInAnswer & { redirect?: string }>> {
  if (admitted.kind === 'secondFactor')
    return refusedAs(
      STEP_MISSING,
      '请输入身份验证器中的 6 位验证码',
      { ...more, secondFactorTicket: admitted.ticket, expiresInSeconds: PENDING_MS / 1000 },
      [cookieOf(services, call, admitted.browser)],
    );
  const { token, userId, place, tenants } = admitted;
  const result = await welcome(services.db, services.dictionaries, token, userId, place, tenants);
  return answer('登录成功', { ...result, ...more });
}

/** Over TLS only where the person reaches us so; a console on a local network may have none. */
const cookieOf = ({ publicUrl }: Services, { host }: Call, value: string): Cookie => ({
  name: COOKIE,
  value,
  path: '/',
  maxAgeSeconds: PENDING_MS / 1000,
  isSecure: publicUrl?.startsWith('https:') === true && new URL(publicUrl).host === host,
});

export const browserOf = (call: Call): string => call.cookies.get(COOKIE) ?? '';

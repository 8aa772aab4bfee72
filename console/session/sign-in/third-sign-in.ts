import type { SignInProvider } from '#kit/model/sign-in-ways.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { pathOf } from '#kit/model/route.ts';
import { apiBase } from '#ui/http/http.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { thirdLoginCalls } from '#modules/system/model/routes/third-login.ts';
import { EXTERNAL_APP_PATH, ownPath, redirectTarget, signInAddress, SSO_PATH } from '../redirect.ts';
import type { Credentials, SignInAnswer } from '#modules/system/model/routes/session.ts';
import { throughSecondStep } from './second-step.ts';

/** The pages that go on when somebody is back from another system, by their word on the wire. */
const PAGES = { sso: SSO_PATH, app: EXTERNAL_APP_PATH } as const;
export type ThirdPage = keyof typeof PAGES;

/** Where a provider's button leads: out by way of the server, and back to `page`. */
export function setOutAddress({ key }: SignInProvider, page: ThirdPage): string {
  const query = new URLSearchParams({ page, redirect: redirectTarget(location.search) });
  return `${apiBase()}${pathOf(thirdLoginCalls.render, { source: key })}?${query.toString()}`;
}

const EXPIRED = '登录校验已失效，请重新登录';

const FAILURES: Readonly<Record<string, string>> = {
  unknown: '未开通该登录方式',
  busy: '请求过于频繁，请稍后再试',
  unreachable: '暂时无法连接登录服务，请稍后重试',
  expired: EXPIRED,
  denied: '您已取消登录，或登录服务拒绝了本次登录',
  refused: '登录服务校验失败，请重新登录',
};

/** The words for what stood in the way at the other system; null when nothing did. */
export function failureText(search: string): string | null {
  const failure = new URLSearchParams(search).get('failure');
  if (failure === null) return null;
  return Object.hasOwn(FAILURES, failure) ? (FAILURES[failure] ?? null) : EXPIRED;
}

/** What somebody brought back from another system. */
interface Brought {
  kind: 'oidc' | 'cas';
  ticket: string;
}

/** A ticket of ours names its kind; the CAS server knows only that it gives one. */
export function brought(search: string, providers: readonly SignInProvider[]): Brought | null {
  const query = new URLSearchParams(search);
  const ticket = query.get('ticket');
  if (!ticket) return null;
  if (query.get('thirdType') === 'oidc') return { kind: 'oidc', ticket };
  return providers.some(({ kind }) => kind === 'cas') ? { kind: 'cas', ticket } : null;
}

/** How it went: in, asked which account is one's own, or refused. */
type Exchanged =
  | { kind: 'in'; answer: SignInAnswer }
  | { kind: 'binding'; ticket: string }
  | { kind: 'refused'; message: string };

/** Tickets serve once, however often the page asks. */
let last: { ticket: string; outcome: Promise<Exchanged> } | null = null;

/** Exchanges a ticket for a session, and takes it out of the address bar. */
export function exchange(what: Brought, page: ThirdPage): Promise<Exchanged> {
  if (last?.ticket === what.ticket) return last.outcome;
  history.replaceState(null, '', signInAddress(redirectTarget(location.search), PAGES[page]));
  const request = what.kind === 'oidc' ? fetchSession(what.ticket) : signInByCas(what.ticket, page);
  const outcome = request.then((answer): Exchanged => ({ kind: 'in', answer }), judge);
  last = { ticket: what.ticket, outcome };
  return outcome;
}

const fetchSession = (ticket: string): Promise<SignInAnswer> =>
  throughSecondStep(fetchRoute(thirdLoginCalls.exchange, { params: { ticket, thirdType: 'oidc' } }));

/** The CAS server brings nothing of ours back: the server kept where the person wanted to go. */
async function signInByCas(ticket: string, page: ThirdPage): Promise<SignInAnswer> {
  const service = location.origin + PAGES[page];
  const answer: SignInAnswer & { redirect?: string } = await throughSecondStep(
    fetchRoute(thirdLoginCalls.validateCas, { query: { ticket, service } }),
  );
  const requested = ownPath(answer.redirect ?? '') ?? '/';
  history.replaceState(null, '', signInAddress(requested, PAGES[page]));
  return answer;
}

function judge(error: unknown): Exchanged {
  const request = error instanceof ApiError ? (error.result as { bindTicket?: string } | null) : null;
  if (request?.bindTicket) return { kind: 'binding', ticket: request.bindTicket };
  return { kind: 'refused', message: refusalText(error) };
}

export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export const refusalText = (error: unknown): string =>
  isExpired(error) ? EXPIRED : error instanceof Error ? error.message : '未知错误';

/** Proves which account is one's own; from then on the other system is enough. */
export const bindAccount = (ticket: string, credentials: Credentials): Promise<SignInAnswer> =>
  throughSecondStep(fetchRoute(thirdLoginCalls.bind, { body: { ticket, ...credentials } }));

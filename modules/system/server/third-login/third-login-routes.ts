import { Refusal } from '#kit/model/refusal.ts';
import { ownPath } from '#kit/model/own-path.ts';
import { systemActor } from '#kit/server/actor.ts';
import { pathOf } from '#kit/model/route.ts';
import type { Cookie } from '#kit/server/cookies.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { implement, redirect, type Answered, type Call, type RedirectAnswer, type Route } from '#kit/server/route.ts';
import type { SignInAnswer } from '../../model/routes/session.ts';
import { thirdLoginCalls } from '../../model/routes/third-login.ts';
import { limitCalls } from '../attempts.ts';
import type { Admitted } from '../admit.ts';
import { admittedAnswer } from '../second-factor/admitted-answer.ts';
import { storeBinding } from '../second-factor/pending-sign-ins.ts';
import type { Services } from '../services.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import { accountByName, admitThirdParty, linkByMail, linkedAccount } from './third-account.ts';
import { addLink, linkOf, noteUse } from './third-links.ts';
import type { BindingTicket } from './third-login.ts';
import { refusedAs } from '../wire.ts';

const COOKIE = 'waybill_sso';
const COOKIE_SECONDS = 20 * 60;
const CALLS_A_MINUTE = 60;

/** Pages that go on when the person is back, by the word that stands for them. */
const SSO_PAGE = '/user/sso';
const PAGES: ReadonlyMap<string, string> = new Map([
  ['sso', SSO_PAGE],
  ['app', '/oauth2-app/login'],
]);
const MAX_REDIRECT = 1000;

/** Why a page of ours is shown again; it has the words. */
type Failure = 'unknown' | 'busy' | 'unreachable' | 'expired' | 'denied' | 'refused';

/** Sign-in for which another system vouches: OpenID Connect and CAS. */
export const thirdLoginRoutes = (services: Services): Route[] => [
  implement(thirdLoginCalls.render, (call) => render(services, call)),
  implement(thirdLoginCalls.callback, (call) => callback(services, call)),
  implement(thirdLoginCalls.exchange, (call) => exchangeTicket(services, call)),
  implement(thirdLoginCalls.bind, (call) => bindAccount(services, call)),
  implement(thirdLoginCalls.validateCas, (call) => validateCas(services, call)),
  implement(thirdLoginCalls.enabledApps, async () => ({
    wechatEnterprise: false,
    dingtalk: false,
  })),
];

const limit = ({ db }: Services, { ip }: Call): Promise<void> =>
  limitCalls(db, { kind: 'thirdLogin', subject: networkOf(ip) }, CALLS_A_MINUTE);

const isTextUpTo = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;

const backTo = (page: string, query: Record<string, string>): string =>
  `${page}?${new URLSearchParams(query).toString()}`;

/** Where the browser goes next; a browser is never answered with an envelope here. */
async function render(services: Services, call: Call): Promise<RedirectAnswer> {
  const page = PAGES.get(call.query['page'] ?? 'sso') ?? SSO_PAGE;
  const requested = (call.query['redirect'] ?? '').slice(0, MAX_REDIRECT);
  const target = ownPath(requested) ?? '/';
  const fail = (failure: Failure): RedirectAnswer => redirect(backTo(page, { failure, redirect: target }));
  const sso = services.singleSignOn;
  const source = call.params['source'];
  const isKnown = (source === 'oidc' && sso?.oidc) || (source === 'cas' && sso?.cas);
  if (!sso || !isKnown) return fail('unknown');
  try {
    await limit(services, call);
  } catch {
    return fail('busy');
  }
  const elsewhere = publicAddress(sso, call, { source, target });
  if (elsewhere) return redirect(elsewhere);
  try {
    const { browser, checks } = await sso.logins.begin(source, { page, redirect: target });
    const address = source === 'oidc' ? await sso.oidc?.begin(checks) : sso.cas?.begin(sso.publicUrl + page);
    return redirect(address?.href ?? SSO_PAGE, [cookieOf(sso, browser)]);
  } catch (error) {
    services.log('warn', { error, source }, 'the identity provider cannot be reached');
    return fail('unreachable');
  }
}

/**
 * The cookie must be set where the person comes back to: whoever opened the console by another name
 * of the same server goes on at the public one. Once: a proxy may hide the name from us.
 */
function publicAddress(
  { publicUrl, apiBase }: SingleSignOn,
  { host, query }: Call,
  { source, target }: { source: string; target: string },
): string | null {
  if (new URL(publicUrl).host === host || query['moved'] === '1') return null;
  const { page = 'sso' } = query;
  return backTo(`${publicUrl}${apiBase}${pathOf(thirdLoginCalls.render, { source })}`, {
    page: PAGES.has(page) ? page : 'sso',
    redirect: target,
    moved: '1',
  });
}

const cookieOf = ({ publicUrl, apiBase }: SingleSignOn, value: string): Cookie => ({
  name: COOKIE,
  value,
  path: `${apiBase}/sys`,
  maxAgeSeconds: COOKIE_SECONDS,
  isSecure: publicUrl.startsWith('https:'),
});

const browserOf = (call: Call): string => call.cookies.get(COOKIE) ?? '';

/** What the provider sends back is exchanged on the server; the browser goes on with a ticket. */
async function callback(services: Services, call: Call): Promise<RedirectAnswer> {
  const sso = services.singleSignOn;
  if (call.params['source'] !== 'oidc' || !sso?.oidc) return redirect(backTo(SSO_PAGE, { failure: 'unknown' }));
  const { state, error } = call.query;
  const browser = browserOf(call);
  const begun = isTextUpTo(state, 200) ? await sso.logins.takeBegun('oidc', browser, { state }) : null;
  if (!begun) return redirect(backTo(SSO_PAGE, { failure: 'expired' }));
  const fail = (failure: Failure): RedirectAnswer =>
    redirect(backTo(begun.page, { failure, redirect: begun.redirect }));
  if (error !== undefined) return fail('denied');
  try {
    const person = await sso.oidc.finish(call.query, begun);
    const ticket = await sso.logins.giveTicket('oidc', browser, begun, person);
    return redirect(backTo(begun.page, { ticket, thirdType: 'oidc', redirect: begun.redirect }));
  } catch (error) {
    services.log('warn', { error }, 'the identity provider did not vouch for a person');
    return fail('refused');
  }
}

const EXPIRED = '登录校验已失效，请重新登录';
const expired = (): Refusal => new Refusal('unauthorised', EXPIRED, { status: 401 });

/** A ticket becomes a session; whoever is not known yet is asked which account is theirs. */
async function exchangeTicket(services: Services, call: Call): Promise<Answered<SignInAnswer>> {
  const started = performance.now();
  await limit(services, call);
  const { ticket, thirdType } = call.params;
  const sso = services.singleSignOn;
  if (!sso?.oidc || thirdType !== 'oidc' || !isTextUpTo(ticket, 100)) throw expired();
  const browser = browserOf(call);
  const returned = await sso.logins.takeTicket(thirdType, browser, ticket);
  if (!returned) throw expired();
  const as = { type: thirdType, provider: sso.oidc.title } as const;
  const account =
    (await linkedAccount(services.db, thirdType, returned.uuid)) ??
    (sso.oidc.linkByMail ? await linkByMail(services.db, returned, as) : undefined);
  if (!account) {
    const bindTicket = await sso.logins.askToBind(thirdType, browser, returned);
    return refusedAs(500, '该第三方账号尚未绑定，请验证您的账号', { bindTicket });
  }
  const { ip, userAgent } = call;
  const about = { ip, userAgent, started };
  const admitted = await admitThirdParty(services, account, about);
  await noteUse(services.db, thirdType, returned.uuid);
  return admittedAnswer(services, call, admitted);
}

/** The password is checked as at any sign-in: same counters, same captcha, same words. */
async function bindAccount(services: Services, call: Call): Promise<Answered<SignInAnswer>> {
  const { ticket, username, password, captcha, checkKey } = call.body;
  const { ip, userAgent } = call;
  const logins = services.singleSignOn?.logins;
  const browser = browserOf(call);
  if (!logins || !isTextUpTo(ticket, 100)) throw expired();
  if (!(await logins.findBinding(browser, ticket))) throw expired();
  const outcome = await services.login({ username, password, captcha, checkKey, ip, userAgent });
  if (outcome.kind === 'captchaWrong') return refusedAs(412, '验证码错误');
  if (!(await storeLink(services, { browser, ticket }, outcome))) {
    if (outcome.kind === 'ok') await services.sessions.end(outcome.token);
    throw expired();
  }
  return admittedAnswer(services, call, outcome);
}

/** Links whoever came back to the account whose password they knew. @returns false: too late */
function storeLink({ db, singleSignOn: sso }: Services, about: BindingTicket, admitted: Admitted): Promise<boolean> {
  // Whoever still has to show their second factor is linked once they have.
  if (admitted.kind === 'secondFactor')
    return db.platform(async (tx) => {
      const binding = await sso?.logins.takeBinding(tx, tx.now, about);
      return binding ? (await storeBinding(tx, admitted.ticket, binding)) > 0 : false;
    });
  return db.tx(systemActor(admitted.place.tenant, 'login'), async (tx) => {
    const binding = await sso?.logins.takeBinding(tx.platform, tx.now, about);
    return binding ? addLink(tx, linkOf(sso, binding, admitted.userId)) : false;
  });
}

const CAS_FAILED = '单点登录校验失败，请重新登录';

/** A ticket of the CAS server, given for a page of ours to the browser that set out for it. */
async function validateCas(services: Services, call: Call): Promise<Answered<SignInAnswer>> {
  const started = performance.now();
  await limit(services, call);
  const sso = services.singleSignOn;
  const { ticket, service } = call.query;
  const failed = new Refusal('badLogin', CAS_FAILED);
  if (!sso?.cas || !isTextUpTo(ticket, 300) || !/^[\x21-\x7e]+$/.test(ticket)) throw failed;
  const page = [...PAGES.values()].find((path) => service === sso.publicUrl + path);
  const begun = page ? await sso.logins.takeBegun('cas', browserOf(call), { page }) : null;
  if (!begun || service === undefined) throw failed;
  const name = await sso.cas.validate(ticket, service).catch((error: unknown) => {
    services.log('warn', { error }, 'the CAS server cannot be reached');
    return null;
  });
  const account = name === null ? undefined : await accountByName(services.db, name);
  if (!account) throw failed;
  const { ip, userAgent } = call;
  const about = { ip, userAgent, started };
  const admitted = await admitThirdParty(services, account, about);
  return admittedAnswer(services, call, admitted, { redirect: begun.redirect });
}

import { startTestApp, type Answer, type TestApp } from './app.ts';
import { startCasServer, type CasServer } from './cas-server.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { freePort } from './free-port.ts';
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider, type IdentityProvider } from './identity-provider.ts';

export interface SignOnScene extends TestApp {
  provider: IdentityProvider;
  cas: CasServer;
  /** Origin of the console. */
  url: string;
  /** One call of the API by a browser. */
  ask<T = unknown>(
    browser: CookieBrowser,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Sets out for the provider and follows until a page of the console. */
  dance(browser: CookieBrowser, query?: Record<string, string>): Promise<URL>;
  /** From setting out to the session, or to what stands in its way. */
  signIn<T = { token: string; userInfo: { username: string } }>(browser?: CookieBrowser): Promise<Answer<T>>;
}

/** The product beside an OpenID Connect provider and a CAS server, all of them listening. */
export async function startSignOnScene({ linkByMail = false } = {}): Promise<SignOnScene> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(`${url}/api/sys/thirdLogin/oidc/callback`);
  const cas = await startCasServer();
  const oidc = {
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    title: '企业账号登录',
    linkByMail,
  };
  const scene = await startTestApp({
    isEmpty: true,
    singleSignOn: { publicUrl: url, oidc, cas: { url: cas.url, title: 'CAS 登录' } },
  });
  await scene.app.http.listen({ port, host: '127.0.0.1' });
  const ask: SignOnScene['ask'] = async (browser, path, body, headers = {}) => {
    const response = await browser.fetch(`${url}/api${path}`, {
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      ...((await response.json()) as Omit<Answer<never>, 'status'>),
    };
  };
  const dance: SignOnScene['dance'] = (browser, query = {}) =>
    browser.follow(
      `${url}/api/sys/thirdLogin/render/oidc?${new URLSearchParams(query).toString()}`,
      (at) => at.origin === url && !at.pathname.startsWith('/api/'),
    );
  return {
    ...scene,
    provider,
    cas,
    url,
    ask,
    dance,
    async signIn(browser = new CookieBrowser()) {
      const ticket = (await dance(browser)).searchParams.get('ticket') ?? 'none';
      return ask(browser, `/sys/thirdLogin/getLoginUser/${ticket}/oidc`);
    },
    async stop() {
      await scene.stop();
      await provider.stop();
      await cas.stop();
    },
  };
}

import { createServer } from 'node:http';
import { freePort } from './free-port.ts';

const NS = 'xmlns:cas="http://www.yale.edu/tp/cas"';

/** What `serviceValidate` says of a person. */
export const casSuccess = (user: string): string =>
  `<cas:serviceResponse ${NS}><cas:authenticationSuccess>` +
  `<cas:user>${user}</cas:user></cas:authenticationSuccess></cas:serviceResponse>`;

const casFailure = `<cas:serviceResponse ${NS}>
  <cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>
</cas:serviceResponse>`;

export interface CasServer {
  url: string;
  /** Whom tickets are given to. */
  user: string;
  /** Answers this instead of what is right. */
  forged: string | null;
  stop(): Promise<void>;
}

/** A CAS server on the loopback: everybody is signed in already, tickets serve once. */
export async function startCasServer(): Promise<CasServer> {
  const port = await freePort();
  const tickets = new Map<string, { user: string; service: string }>();
  let given = 0;
  const running: CasServer = {
    url: `http://127.0.0.1:${port}/cas`,
    user: 'nobody',
    forged: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', running.url);
    const service = searchParams.get('service') ?? '';
    if (pathname === '/cas/login') {
      const ticket = `ST-${++given}-test`;
      tickets.set(ticket, { user: running.user, service });
      const target = new URL(service);
      target.searchParams.set('ticket', ticket);
      response.writeHead(302, { location: target.href }).end();
      return;
    }
    const ticket = searchParams.get('ticket') ?? '';
    const known = tickets.get(ticket);
    tickets.delete(ticket);
    const right = known?.service === service ? casSuccess(known.user) : casFailure;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(running.forged ?? right);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return running;
}

import { BlockList, isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressesOf, resolveBySystem, type ResolvedAddress, type Resolve } from './outbound-target.ts';
import { OutboundError } from './outbound-error.ts';

export interface PinnedDispatcherOptions {
  /** Whether an exact origin may be reached, wherever it stands; asked for every connection. */
  mayReach: (origin: string) => boolean;
  /** Name resolution; the system's by default. */
  resolve?: Resolve;
}

/** Where a name must not lead, whoever answers for it: this machine, and what stands on its own line. */
const UNNAMED = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
] as const)
  UNNAMED.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  UNNAMED.addSubnet(net, prefix, 'ipv6');

/** Names of this machine that say so. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost']);

const CONNECT_MS = 5_000;
const CONNECTIONS = 64;

/**
 * Connections to listed origins alone, for bodies that go through as streams. A name is looked up once for each
 * connection and the connection goes to what was found; certificates are verified; redirects are answers.
 */
export function createPinnedDispatcher({ mayReach, resolve = resolveBySystem }: PinnedDispatcherOptions): Dispatcher {
  return new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    connect(options, done) {
      const { protocol, hostname, port } = options;
      const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`);
      if (!mayReach(url.origin)) return done(new OutboundError('blocked', false, `${url.origin} is not listed`), null);
      const bare = url.hostname.replace(/^\[|\]$/g, '');
      addressesOf({ url, hostname: bare, mayBePrivate: true }, resolve).then(
        (found) => {
          const isNamed = isIP(bare) === 0 && !LOCAL_NAMES.has(bare);
          if (isNamed && found.some(({ address, family }) => UNNAMED.check(address, family === 6 ? 'ipv6' : 'ipv4')))
            return done(new OutboundError('blocked', false, `${url.origin} leads to this machine`), null);
          const [pinned] = found as [ResolvedAddress];
          const open = buildConnector({
            timeout: CONNECT_MS,
            lookup: (_name, { all }, tell) => (all ? tell(null, [pinned]) : tell(null, pinned.address, pinned.family)),
          });
          open(options, done);
        },
        (error: Error) => done(error, null),
      );
    },
  });
}

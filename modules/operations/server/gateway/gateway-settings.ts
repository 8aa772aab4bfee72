import type { Route } from '#kit/server/route.ts';
import type { GatewaySettings } from './compiled-route.ts';

interface GatewayAbout {
  base: string;
  upstreams: readonly string[];
  publicOrigin: string | null;
}

const NOWHERE: GatewayAbout = { base: '/api', upstreams: [], publicOrigin: null };
/** Below the base too: sockets, which are no routes of a module. */
const SOCKETS = ['websocket', 'vxesocket'];

/**
 * What gateway routes may take and where they may lead.
 * @param routes of the product: complete once the first request comes
 */
export function gatewaySettings(
  { base, upstreams, publicOrigin }: GatewayAbout = NOWHERE,
  routes: () => readonly Pick<Route, 'path'>[] = () => [],
): () => GatewaySettings {
  let known: GatewaySettings | null = null;
  return () =>
    (known ??= {
      own: { base, segments: new Set([...SOCKETS, ...routes().map(firstSegment)]) },
      upstreams,
      publicOrigin,
    });
}

const firstSegment = ({ path }: Pick<Route, 'path'>): string => (path.split('/')[1] ?? '').toLowerCase();

import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#kit/model/refusal.ts';
import { HEAR_CHANGES } from '#kit/model/socket-words.ts';
import type { Push } from '../push.ts';
import { createChangeNews, type ChangeNews } from './change-news.ts';
import { openConnection, type Connection } from './connection.ts';
import { admit, type Visit } from './gate.ts';
import { CLOSED, SOCKET_LIMITS, type SocketLimits } from './limits.ts';
import { createPageRelay, type SocketPage } from './page-relay.ts';
import { createHub, type HubOptions } from './socket-hub.ts';

export type { SocketLimits } from './limits.ts';
export type { SocketPage } from './page-relay.ts';
export type { SessionChange } from './socket-hub.ts';

interface SocketOptions extends Pick<HubOptions, 'bus' | 'resolveActor' | 'alive' | 'onSessionChange' | 'onError'> {
  limits?: Partial<SocketLimits> | undefined;
  now?: () => number;
  /** Pages whose browsers hear each other; there are no others. */
  page: (pageId: string) => SocketPage | undefined;
  /** Name of the person behind a token, as the others know them. */
  nameOf: (token: string) => Promise<string | null>;
}

/** The sockets of this node. */
export interface Sockets {
  push: Push;
  /** Open sockets of a person. */
  count(userId: string): number;
  /** Open sockets of everybody. */
  total(): number;
  /** Tells of changed rows to whoever may list them. */
  changes: ChangeNews;
  /** Adds the paths `/websocket/{userId}` and `/vxeSocket/{userId}/{pageId}` below the base. */
  serve(http: FastifyInstance, base: string): Promise<void>;
  close(): void;
}

const HEART_CHECK = JSON.stringify({ cmd: 'heartcheck', msgTxt: '心跳响应' });

/** @see Sockets */
export function createSockets(options: SocketOptions): Sockets {
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const listenPermission = (pageId: string): string | undefined => options.page(pageId)?.listen;
  const hub = createHub({ ...options, limits, now, listenPermission });
  const relay = createPageRelay({ ...options, limits, connections: hub.connections });
  const changes = createChangeNews((tenant, resource) =>
    hub.toHolders(tenant, `${resource}:list`, { cmd: 'changed', resource }),
  );
  const onText = (connection: Connection, text: string): void => {
    // Browsers push no notices: whatever they say here is a sign of life, or asks to hear more.
    if (connection.pageId === null) {
      if (text === HEAR_CHANGES) connection.hearsChanges = true;
      connection.send(HEART_CHECK);
    } else relay.hear(connection, text).catch(options.onError);
  };
  const onEnd = (connection: Connection): void => {
    hub.remove(connection);
    relay.left(connection);
  };
  return {
    push: hub.push,
    count: hub.count,
    total: () => hub.connections.size,
    changes,
    async serve(http, base) {
      await http.register(websocket, {
        options: {
          maxPayload: limits.frameBytes,
          // The token that was accepted, and nothing else, is agreed on.
          handleProtocols: (protocols) => [...protocols][0] ?? false,
        },
      });
      // The plugin would open a socket on any other path too, only to close it again.
      http.addHook('onRequest', async (request) => {
        if (request.ws && !(request.routeOptions.config as { isSocket?: true }).isSocket) throw notFound();
      });
      const visits = new WeakMap<object, Visit>();
      for (const path of ['/websocket/:userId', '/vxeSocket/:userId/:pageId'])
        http.route({
          method: 'GET',
          url: `${base}${path}`,
          exposeHeadRoute: false,
          websocket: true,
          config: { isSocket: true },
          preValidation: async (request) => {
            visits.set(request, await admit(request, { ...options, hub, listenPermission }));
          },
          handler: (ws, request) => {
            const visit = visits.get(request);
            if (!visit) return ws.terminate();
            const { hasRoom, add } = hub;
            const connection = openConnection({ ws, ...visit, limits, now, onText, onEnd });
            // Many handshakes at once may all have found room for one.
            if (hasRoom(visit.actor.userId ?? '')) add(connection);
            else connection.close(CLOSED.tooMany);
          },
        });
      http.addHook('preClose', async () => hub.close());
    },
    close() {
      hub.close();
      relay.close();
      changes.close();
    },
  };
}

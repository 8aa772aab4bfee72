import { may, partakers, type Actor } from '../actor.ts';
import type { Bus } from '#platform/redis/bus.ts';
import type { Push } from '../push.ts';
import type { Connection } from './connection.ts';
import { CLOSED, type SocketLimits } from './limits.ts';

/** Whose sessions or rights have changed. */
export interface SessionChange {
  userId?: string;
  tenant?: number;
}

export interface HubOptions {
  bus: Bus;
  limits: SocketLimits;
  now: () => number;
  /** The actor behind a token with their present rights, or null. */
  resolveActor: (token: string, about: { ip: string; requestId: string }) => Promise<Actor | null>;
  /** Which of these tokens are still those of a session. */
  alive: (tokens: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Hears of every change on any node; may miss some. @returns how to stop */
  onSessionChange: (hear: (change: SessionChange) => void) => () => void;
  /** What somebody must hold to listen to a page; undefined = no such page. */
  listenPermission: (pageId: string) => string | undefined;
  onError: (error: unknown) => void;
}

/** Message for browsers of one tenant. */
interface Parcel {
  tenant: number;
  userId?: string;
  /** Only to those who asked to hear of changes. */
  toListening?: true;
  /** Only to those who hold it. */
  permission?: string;
  message: object;
}

/** The sockets of this node and what reaches them from all nodes. */
export interface Hub {
  readonly connections: ReadonlySet<Connection>;
  /** Whether one more socket of that person fits. */
  hasRoom(userId: string): boolean;
  /** Open sockets of a person on this node. */
  count(userId: string): number;
  add(connection: Connection): void;
  remove(connection: Connection): void;
  push: Push;
  /** Tells whoever holds the permission in that tenant now and asked to hear of changes. */
  toHolders(tenant: number, permission: string, message: object): void;
  /** Ends idle sockets and those of ended sessions. */
  check(): Promise<void>;
  close(): void;
}

const TOPIC = 'push';
/** Rights are read this many sockets at a time: a tenant's whole staff must not fill the pool. */
const READ_AT_ONCE = 4;

/** @see Hub */
export function createHub(options: HubOptions): Hub {
  const { bus, limits } = options;
  const connections = new Set<Connection>();
  const perUser = new Map<string, number>();
  const note = (userId: string, step: 1 | -1): void => {
    const n = (perUser.get(userId) ?? 0) + step;
    if (n > 0) perUser.set(userId, n);
    else perUser.delete(userId);
  };
  const send = (parcel: Parcel): void => bus.publish(TOPIC, parcel);
  const stopHearing = [
    bus.subscribe(TOPIC, (parcel) => deliver(connections, parcel as Parcel)),
    options.onSessionChange((change) => {
      const concerned = [...connections].filter(
        ({ actor }) =>
          (change.userId === undefined || partakers(actor).includes(change.userId)) &&
          (change.tenant === undefined || actor.tenant === change.tenant),
      );
      readRights(concerned, options).catch(options.onError);
    }),
  ];
  const check = (): Promise<void> => checkAll(connections, options);
  const timer = setInterval(() => void check().catch(options.onError), limits.checkMs);
  timer.unref();
  return {
    connections,
    hasRoom: (userId) => connections.size < limits.perNode && (perUser.get(userId) ?? 0) < limits.perUser,
    count: (userId) => perUser.get(userId) ?? 0,
    add(connection) {
      connections.add(connection);
      note(connection.actor.userId ?? '', 1);
    },
    remove(connection) {
      if (connections.delete(connection)) note(connection.actor.userId ?? '', -1);
    },
    push: {
      toUser: (tenant, userId, message) => send({ tenant, userId, message }),
      toTenant: (tenant, message) => send({ tenant, message }),
      toListening: (tenant, message) => send({ tenant, message, toListening: true }),
    },
    toHolders: (tenant, permission, message) => send({ tenant, permission, message, toListening: true }),
    check,
    close() {
      clearInterval(timer);
      for (const stop of stopHearing) stop();
      for (const connection of connections) connection.close(CLOSED.leaving);
    },
  };
}

function deliver(connections: Iterable<Connection>, parcel: Parcel): void {
  const text = JSON.stringify(parcel.message);
  for (const connection of connections) {
    const { actor, pageId, hearsChanges } = connection;
    if (pageId !== null || actor.tenant !== parcel.tenant) continue;
    if (parcel.userId !== undefined && actor.userId !== parcel.userId) continue;
    if (parcel.toListening && !hearsChanges) continue;
    if (parcel.permission !== undefined && !may(actor, parcel.permission)) continue;
    connection.send(text);
  }
}

/** One statement for all sessions; rights only where they have grown old. */
async function checkAll(connections: ReadonlySet<Connection>, options: HubOptions): Promise<void> {
  const { limits, now, alive } = options;
  for (const connection of connections) if (now() - connection.heardAt > limits.idleMs) connection.close(CLOSED.idle);
  const open = [...connections];
  if (open.length === 0) return;
  const tokens = await alive([...new Set(open.map(({ token }) => token))]);
  for (const connection of open) if (!tokens.has(connection.token)) connection.close(CLOSED.sessionOver);
  const old = open.filter(({ token, readAt }) => tokens.has(token) && now() - readAt > limits.rightsMs);
  await readRights(old, options);
}

/** Reads rights again and closes what they do not allow any more. */
async function readRights(stale: readonly Connection[], options: HubOptions): Promise<void> {
  const queue = [...stale];
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) await readOne(next, options);
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, work));
}

async function readOne(connection: Connection, options: HubOptions): Promise<void> {
  const about = { ip: connection.actor.ip ?? '', requestId: connection.actor.requestId ?? '' };
  const actor = await options.resolveActor(connection.token, about);
  const isSame = actor?.userId === connection.actor.userId && actor?.tenant === connection.actor.tenant;
  if (!actor || !isSame) return connection.close(CLOSED.sessionOver);
  connection.actor = actor;
  connection.readAt = options.now();
  if (connection.pageId === null) return;
  const needed = options.listenPermission(connection.pageId);
  if (needed === undefined || !may(actor, needed)) connection.close(CLOSED.forbidden);
}

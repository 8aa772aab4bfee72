import { may, type Actor, type Mask } from '../actor.ts';
import type { Bus } from '../bus.ts';
import type { Connection } from './connection.ts';
import type { SocketLimits } from './limits.ts';

/** Who may hear what is done on a page, and who may tell (any of these permissions). */
export interface SocketPage {
  listen: string;
  send: readonly string[];
  /** Masks that hide something of its rows. */
  masks: readonly Mask[];
  /** Whether people are limited to the rows of some shops or warehouses. */
  byShop: boolean;
  byWarehouse: boolean;
}

export interface RelayOptions {
  bus: Bus;
  limits: SocketLimits;
  connections: ReadonlySet<Connection>;
  page: (pageId: string) => SocketPage | undefined;
  resolveActor: (token: string, about: { ip: string; requestId: string }) => Promise<Actor | null>;
}

/** What somebody may see, as far as it limits who may see what he sends. */
interface Sight {
  shops: readonly string[] | null;
  warehouses: readonly string[] | null;
  masks: readonly Mask[];
}

interface PageMessage {
  tenant: number;
  pageId: string;
  sight: Sight;
  text: string;
}

/** Passes rows and messages on between the browsers that have the same page open. */
export interface PageRelay {
  /** A frame of a page's socket. What is not understood or not allowed is dropped. */
  hear(from: Connection, text: string): Promise<void>;
  close(): void;
}

const TOPIC = 'page';
const MAX_KEY = 100;
const BEAT = JSON.stringify({ type: 'heart_beat', data: true });

/** @see PageRelay */
export function createPageRelay(options: RelayOptions): PageRelay {
  const { bus, connections } = options;
  /** The bus tells this node before `publish` returns: that sender is not told his own words. */
  let speaker: Connection | null = null;
  const stop = bus.subscribe(TOPIC, (message) => {
    const { tenant, pageId, sight, text } = message as PageMessage;
    const page = options.page(pageId);
    if (!page) return;
    for (const connection of connections) {
      if (connection === speaker || connection.pageId !== pageId) continue;
      if (connection.actor.tenant === tenant && seesAll(page, connection.actor, sight))
        connection.send(text);
    }
  });
  return {
    async hear(from, text) {
      const frame = readFrame(text);
      if (frame?.type === 'heart_beat') return from.send(BEAT);
      const told = frame && relayed(frame, options.limits.relayedBytes);
      if (!told || from.pageId === null) return;
      const actor = await options.resolveActor(from.token, { ip: '', requestId: '' });
      const allowed = options.page(from.pageId)?.send ?? [];
      if (!actor || !allowed.some((permission) => may(actor, permission))) return;
      const message: PageMessage = {
        tenant: actor.tenant,
        pageId: from.pageId,
        sight: { ...actor, masks: [...actor.masks] },
        text: told,
      };
      speaker = from;
      bus.publish(TOPIC, pick(message));
      speaker = null;
    },
    close: stop,
  };
}

/** Nothing of the actor beyond his sight leaves the node. */
const pick = ({ tenant, pageId, text, sight }: PageMessage): PageMessage => ({
  tenant,
  pageId,
  text,
  sight: { shops: sight.shops, warehouses: sight.warehouses, masks: sight.masks },
});

/** Rows come as the sender sees them: nobody is told who sees less of this page than he does. */
const seesAll = (page: SocketPage, listener: Actor, sender: Sight): boolean =>
  page.masks.every((mask) => !listener.masks.has(mask) || sender.masks.includes(mask)) &&
  (!page.byShop || covers(listener.shops, sender.shops)) &&
  (!page.byWarehouse || covers(listener.warehouses, sender.warehouses));

const covers = (wide: readonly string[] | null, narrow: readonly string[] | null): boolean =>
  wide === null || (narrow !== null && narrow.every((id) => wide.includes(id)));

interface Frame {
  type: string;
  data: unknown;
}

function readFrame(text: string): Frame | null {
  try {
    const frame = JSON.parse(text) as unknown;
    return isObject(frame) && typeof frame['type'] === 'string'
      ? { type: frame['type'], data: frame['data'] }
      : null;
  } catch {
    return null;
  }
}

/** The frame as it goes on, rebuilt from the parts that are known; null = goes nowhere. */
function relayed({ type, data }: Frame, maxBytes: number): string | null {
  if (!isObject(data)) return null;
  const made =
    type === 'common_send_date'
      ? isKey(data['key']) && { key: data['key'], args: data['args'] ?? null }
      : type === 'update_vxe_table' && rowUpdate(data);
  if (!made) return null;
  const text = JSON.stringify({ type, data: made });
  return Buffer.byteLength(text) <= maxBytes ? text : null;
}

function rowUpdate({ socketKey, args }: Record<string, unknown>): object | null {
  if (!isKey(socketKey) || !Array.isArray(args)) return null;
  const [row, caseId] = args as unknown[];
  if (!isObject(row) || !isKey(row['id']) || !isKey(caseId)) return null;
  return { socketKey, args: [row, caseId] };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_KEY;

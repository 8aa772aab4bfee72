import type { Mask, RowLimit } from '#kit/model/scope.ts';
import { may, type Actor } from '../actor.ts';
import type { Bus } from '#platform/redis/bus.ts';
import type { Connection } from './connection.ts';
import { createEditingCells, readEditingCell, speaksOfCell } from './editing-cells.ts';
import { isKey, isObject, readFrame, type Frame } from './frame.ts';
import type { SocketLimits } from './limits.ts';

/** Who may hear what is done on a page, and who may tell (any of these permissions). */
export interface SocketPage {
  listen: string;
  send: readonly string[];
  /** Masks that hide something of its rows. */
  masks: readonly Mask[];
  /** Limits by which people see some of its rows only. */
  limits: readonly RowLimit[];
  /** Resources whose data rules hide some of its rows. */
  ruled: readonly string[];
}

interface RelayOptions {
  bus: Bus;
  limits: SocketLimits;
  connections: ReadonlySet<Connection>;
  page: (pageId: string) => SocketPage | undefined;
  resolveActor: (token: string, about: { ip: string; requestId: string }) => Promise<Actor | null>;
  /** Name of the person behind a token, as the others know them. */
  nameOf: (token: string) => Promise<string | null>;
}

/** What somebody may see, as far as it limits who may see what they send. */
interface Visibility {
  limits: Actor['limits'];
  masks: readonly Mask[];
  rules: Actor['rules'];
}

interface PageMessage {
  tenant: number;
  pageId: string;
  sight: Visibility;
  text: string;
}

/** Passes rows and messages on between the browsers that have the same page open. */
interface PageRelay {
  /** A frame of a page's socket. What is not understood or not allowed is dropped. */
  hear(from: Connection, text: string): Promise<void>;
  /** A page's socket has ended: whoever sees its presence in a cell is notified. */
  left(from: Connection): void;
  close(): void;
}

const TOPIC = 'page';
/** Names beyond this would hide the cells they stand at. */
const MAX_NAME = 50;
const BEAT = JSON.stringify({ type: 'heart_beat', data: true });

/** @see PageRelay */
export function createPageRelay(options: RelayOptions): PageRelay {
  const { bus, connections } = options;
  /** The bus tells this node before `publish` returns: that sender does not receive their own message. */
  let speaker: Connection | null = null;
  const stop = bus.subscribe(TOPIC, (message) => {
    const { tenant, pageId, sight, text } = message as PageMessage;
    const page = options.page(pageId);
    if (!page) return;
    for (const connection of connections) {
      if (connection === speaker || connection.pageId !== pageId) continue;
      if (connection.actor.tenant === tenant && seesAll(page, connection.actor, sight)) connection.send(text);
    }
  });
  const whoIs = async ({ token }: Connection, { userId, username }: Actor): Promise<Teller> => ({
    id: userId ?? '',
    name: ((await options.nameOf(token)) || username).slice(0, MAX_NAME),
  });
  const cells = createEditingCells(whoIs);
  const publish = (from: Connection, actor: Actor, text: string): void => {
    const { pageId } = from;
    if (pageId === null) return;
    const message: PageMessage = { tenant: actor.tenant, pageId, sight: visibilityOf(actor), text };
    bus.publish(TOPIC, message);
  };
  const passOn = async (from: Connection, frame: Frame): Promise<void> => {
    const isOfCell = speaksOfCell(frame);
    const answers = isOfCell ? readEditingCell(frame) : null;
    const reported = isOfCell ? null : relayed(frame, options.limits.relayedBytes);
    if (!answers && !reported) return;
    const actor = await options.resolveActor(from.token, { ip: '', requestId: '' });
    const allowed = options.page(from.pageId ?? '')?.send ?? [];
    if (!actor || !allowed.some((permission) => may(actor, permission))) return;
    const text = answers
      ? await cells.told(from, answers, actor)
      : reported && (await textOf(reported, () => whoIs(from, actor)));
    if (text === null) return;
    speaker = from;
    publish(from, actor, text);
    speaker = null;
  };
  /** What one socket says is passed on in that order, however long its rights take to be read. */
  const turns = new WeakMap<Connection, Promise<void>>();
  return {
    hear(from, text) {
      const frame = readFrame(text);
      if (frame?.type === 'heart_beat') from.send(BEAT);
      else if (frame && from.pageId !== null) {
        const turn = (turns.get(from) ?? Promise.resolve()).then(() => passOn(from, frame));
        turns.set(
          from,
          turn.catch(() => undefined),
        );
        return turn;
      }
      return Promise.resolve();
    },
    left(from) {
      // What it said last may still be on its way.
      void (turns.get(from) ?? Promise.resolve()).then(() => {
        const text = cells.left(from);
        if (text !== null) publish(from, from.actor, text);
      });
    },
    close: stop,
  };
}

/** Nothing of the actor beyond their sight leaves the node. */
const visibilityOf = ({ limits, masks, rules }: Actor): Visibility => ({
  limits,
  masks: [...masks],
  rules,
});

/** Rows come as the sender sees them: nobody receives them who sees less of this page than they do. */
const seesAll = (page: SocketPage, listener: Actor, sender: Visibility): boolean =>
  page.masks.every((mask) => !listener.masks.has(mask) || sender.masks.includes(mask)) &&
  page.limits.every((limit) => covers(listener.limits[limit], sender.limits[limit])) &&
  page.ruled.every((key) => isAsRuled(listener.rules?.[key], sender.rules?.[key]));

type Rules = NonNullable<Actor['rules']>[string];

/** Which rows two different rules share only the database knows: the same rule shows the same rows. */
const isAsRuled = (listener?: Rules, sender?: Rules): boolean =>
  !listener || JSON.stringify(listener) === JSON.stringify(sender);

const covers = (wide?: readonly string[], narrow?: readonly string[]): boolean =>
  !wide || (narrow !== undefined && narrow.every((id) => wide.includes(id)));

/** Somebody who tells, as the others know them; never as they say themselves. */
interface Teller {
  id: string;
  name: string;
}

interface Relayed {
  type: string;
  data: { args: unknown };
}

/** The others learn who sent a row. */
async function textOf({ type, data }: Relayed, teller: () => Promise<Teller>): Promise<string> {
  if (type !== 'update_vxe_table') return JSON.stringify({ type, data });
  return JSON.stringify({
    type,
    data: { ...data, args: [...(data.args as unknown[]), await teller()] },
  });
}

/** The frame as it goes on, rebuilt from the parts that are known; null = goes nowhere. */
function relayed({ type, data }: Frame, maxBytes: number): Relayed | null {
  if (!isObject(data)) return null;
  const made =
    type === 'common_send_date'
      ? isKey(data['key']) && { key: data['key'], args: data['args'] ?? null }
      : type === 'update_vxe_table' && rowUpdate(data);
  if (!made || Buffer.byteLength(JSON.stringify({ type, data: made })) > maxBytes) return null;
  return { type, data: made };
}

function rowUpdate({ socketKey, args }: Record<string, unknown>): Relayed['data'] | null {
  if (!isKey(socketKey) || !Array.isArray(args)) return null;
  const [row, caseId] = args as unknown[];
  if (!isObject(row) || !isKey(row['id']) || !isKey(caseId)) return null;
  return { socketKey, args: [row, caseId] } as Relayed['data'];
}

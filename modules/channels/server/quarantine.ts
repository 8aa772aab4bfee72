import { createHash } from 'node:crypto';
import { Refusal } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { LeaseLost } from '#kit/server/deliveries.ts';
import type { SealedTable } from '#kit/server/resealing.ts';
import type { IncomingOrder, RowKind, UnreadableOrder, UnreadableRow } from '../model/port.ts';

/** A row that could not be taken in, whole, with its reason. */
export interface BadRow {
  kind: RowKind;
  /** PO number of an order; what any other row calls itself. */
  channelOrderNo: string;
  reason: string;
  raw: string;
}

const MAX_KEY = 120;

/** A name that no index could hold is cut, and distinguished by its content. */
function keyOf(name: string): string {
  const plain = name.replaceAll('\0', '');
  if (plain.length <= MAX_KEY) return plain;
  return `${plain.slice(0, MAX_KEY)}…${digestOf(plain)}`;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Keeps a bad row; seen again while open, only its count and reason change. */
export async function quarantine(tx: Tx, accountId: string, bad: BadRow): Promise<void> {
  // The raw order carries the buyer's address: sealed at rest, opened for who may see it.
  const raw = JSON.stringify(tx.vault.seal(bad.raw));
  const reason = bad.reason.replaceAll('\0', '').slice(0, 1000);
  await tx.run`
    insert into quarantined_order as q (tenant_id, id, account_id, kind, channel_order_no, reason, raw, times,
      last_seen_at, environment, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${accountId}::uuid, ${bad.kind}, ${keyOf(bad.channelOrderNo)}, ${reason},
      ${raw}::jsonb, 1, ${tx.now},
      (select environment from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid),
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, kind, channel_order_no) where resolved_at is null do update set
      reason = excluded.reason, raw = excluded.raw, times = q.times + 1, last_seen_at = excluded.last_seen_at,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = q.version + 1`;
}

/** The rows of these names have been taken in after all. */
export async function resolveQuarantine(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
  kind: RowKind = 'order',
): Promise<void> {
  await tx.run`
    update quarantined_order set resolved_at = ${tx.now}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and kind = ${kind} and channel_order_no = any(${keys.map(keyOf)}::text[]) and resolved_at is null`;
}

/** An order the connector could not read. */
export const unreadable = ({ channelOrderNo, reason, raw }: UnreadableOrder): BadRow =>
  unreadableRow({ kind: 'order', key: channelOrderNo, reason, raw });

/** A row of any kind the connector could not read; one without a name is identified by its content. */
export const unreadableRow = ({ kind, key, reason, raw }: UnreadableRow): BadRow => ({
  kind,
  channelOrderNo: key ?? `无单号-${digestOf(raw)}`,
  reason,
  raw,
});

/** An order that was read but could not be stored. */
export const unstorable = (order: IncomingOrder, error: unknown): BadRow =>
  unstorableRow('order', order.channelOrderNo, { ...order, raw: undefined }, error);

/** A row of any kind that was read but could not be stored. */
export const unstorableRow = (kind: RowKind, key: string, row: object, error: unknown): BadRow => ({
  kind,
  channelOrderNo: key,
  reason:
    error instanceof Refusal ? error.message : `保存失败：${error instanceof Error ? error.message : String(error)}`,
  raw: JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
});

/** For a change of the secret key. */
export const sealedQuarantine: SealedTable = {
  name: 'quarantined_order',
  table: 'quarantined_order',
  columns: ['raw'],
  reseal: ({ raw }, vault) => {
    const fresh = typeof raw === 'string' ? vault.reseal(raw) : null;
    return fresh === null ? {} : { raw: JSON.stringify(fresh) };
  },
};

/** The raw order in clear, for the detail of who may see buyers. */
export function openRaw(tx: Tx, stored: unknown): unknown {
  if (typeof stored !== 'string') return stored ?? null;
  const text = tx.vault.open(stored);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What the driver says of a lost session: these come without a code. */
const SESSION_LOST = /^Connection terminated|connection timeout|trying to connect|is not queryable|read timeout/i;

/** Whether the database, not the order, is to blame: such work is tried again as a whole. */
export function isPassing(error: unknown): boolean {
  if (error instanceof LeaseLost) return true;
  if (error instanceof Refusal) return error.status >= 500;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof message === 'string' && SESSION_LOST.test(message)) return true;
  if (typeof code !== 'string') return false;
  if (/^E[A-Z]+$/.test(code)) return true;
  return /^(08|40|53|55P03|57|58)/.test(code);
}

import { objectOf, textOf, WireValueError, type WireObject } from '#connectors/shared/wire-values.ts';
import { SupplierError, type SupplyAnswer, type UnreadSupply } from '#modules/purchasing/model/supply/supplier-port.ts';
import { GigaRefusal, type Client } from './client.ts';

/** A batch asks for too many at once: halving it would hide a mistake of ours. */
const TOO_MANY = new Set(['B20002']);

/** Numbers of one batch that are looked for one by one; beyond it something else is wrong. */
const MOST_REFUSED = 20;

const MOST_RAW_CHARACTERS = 4000;

/**
 * Asks for SKUs of the saved list. One that is not on it any more fails the whole batch, so the batch is halved until
 * that one stands alone: it is named, the others are read.
 */
export async function askInHalves<T>(
  client: Client,
  { operation, path, read }: { operation: string; path: string; read: (wire: WireObject) => readonly T[] },
  skus: readonly string[],
): Promise<SupplyAnswer<T>> {
  const rows: T[] = [];
  const unread: UnreadSupply[] = [];
  let refused = 0;
  const ask = async (some: readonly string[]): Promise<void> => {
    try {
      const data = await client.post(operation, path, { skus: some });
      const answered = readAll(listIn(data, operation), some, read, unread);
      rows.push(...answered);
    } catch (error) {
      if (!(error instanceof GigaRefusal) || TOO_MANY.has(error.code)) throw error;
      const [only] = some;
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2);
        await ask(some.slice(0, half));
        return ask(some.slice(half));
      }
      refused += 1;
      if (refused > MOST_REFUSED) throw error;
      unread.push({ sku: only ?? null, reason: error.message, raw: '' });
    }
  };
  if (skus.length > 0) await ask(skus);
  return { rows, unread };
}

/** The rows of an answer; some calls put them one level deeper. @throws SupplierError where there is no list */
export function listIn(data: unknown, operation: string): unknown[] {
  if (data === null || data === undefined) return [];
  if (Array.isArray(data)) return data;
  const { records } = objectOf(data);
  if (Array.isArray(records)) return records;
  throw new SupplierError('unreadable', `${operation}：供应商的应答里没有列表`);
}

function readAll<T>(
  wires: readonly unknown[],
  asked: readonly string[],
  read: (wire: WireObject) => readonly T[],
  unread: UnreadSupply[],
): T[] {
  const answered = new Set<string>();
  const found: T[] = [];
  for (const raw of wires) {
    const wire = objectOf(raw);
    const sku = textOf(wire['sku']);
    // The same row once more says nothing new, and a row that nobody asked for is nobody's.
    if (sku !== null && (answered.has(sku) || !asked.includes(sku))) continue;
    if (sku !== null) answered.add(sku);
    const one = readOne(raw, wire, sku, read);
    if ('reason' in one) unread.push(one);
    else found.push(...one.rows);
  }
  for (const sku of asked) if (!answered.has(sku)) unread.push({ sku, reason: '供应商没有答复这个 SKU', raw: '' });
  return found;
}

/** Whatever is wrong with a row concerns this row alone. */
export function readOne<T>(
  raw: unknown,
  wire: WireObject,
  sku: string | null,
  read: (wire: WireObject) => readonly T[],
): { rows: readonly T[] } | UnreadSupply {
  try {
    return { rows: read(wire) };
  } catch (error) {
    const reason = error instanceof WireValueError ? error.message : `无法识别：${String(error)}`;
    return { sku, reason, raw: (JSON.stringify(raw) ?? '').slice(0, MOST_RAW_CHARACTERS) };
  }
}

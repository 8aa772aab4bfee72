import type { Tx } from '#kit/server/database.ts';
import { partsOf } from '#modules/catalog/server/index.ts';

interface Named {
  parentSkuId: string;
  partSkuId: string | null;
}

/**
 * SKUs that lines name as a part and that are none: neither kept as a part nor in the list of parts of what they
 * are asked for. Whole goods are sent by an order. @returns whether a line is one of them
 */
export async function strayParts(tx: Tx, lines: readonly Named[]): Promise<(line: Named) => boolean> {
  const named = lines.flatMap(({ partSkuId }) => partSkuId ?? []);
  const whole = await tx.rows<{ id: string }>`
    select id from sku where tenant_id = ${tx.tenant} and id = any(${named}::uuid[]) and type <> 'part'`;
  if (whole.length === 0) return () => false;
  const ids = new Set(whole.map(({ id }) => id));
  const listed = await partsOf(
    tx,
    lines.map(({ parentSkuId }) => parentSkuId),
  );
  const known = new Set(listed.map((part) => `${part.parentSkuId} ${part.partSkuId}`));
  return ({ parentSkuId, partSkuId }) =>
    partSkuId !== null && ids.has(partSkuId) && !known.has(`${parentSkuId} ${partSkuId}`);
}

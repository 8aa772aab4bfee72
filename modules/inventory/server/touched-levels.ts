import { resourceKey } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { stockPlace } from '../model/stock-place.ts';
import { stockLevel } from '../model/stock.ts';

/** Whoever looks at stock hears that it is another now, by condition or by place. */
export function touchLevels({ journal }: Tx): void {
  journal.touched.add(resourceKey(stockLevel)).add(resourceKey(stockPlace));
}

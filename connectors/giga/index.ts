import { objectOf, requiredText, textOf } from '#connectors/shared/wire-values.ts';
import type { SupplierConnector, SupplyPage, UnreadSupply } from '#modules/purchasing/model/supply/supplier-port.ts';
import { askInHalves, listIn, readOne } from './batches.ts';
import { openClient, type Client } from './client.ts';
import { priceAt } from './map-price.ts';
import { detailOf } from './map-product.ts';
import { stockOf } from './map-stock.ts';

/** Rows of a page of the saved list: what the supplier allows at most. */
const PAGE_SIZE = 1000;
/** A test of the connection asks for as few as it may. */
const SMALLEST_PAGE = 100;

/**
 * 大健云仓 (GIGA), the buyer's side of version 2. Its ceilings are counted in 10 seconds: half of the least of them at
 * once and half of it again within that time keeps below it whenever one looks.
 */
export const giga: SupplierConnector = {
  code: 'giga',
  title: '大健云仓',
  apiUrl: 'https://openapi.gigab2b.com',
  origins: ['https://openapi-sandbox.gigab2b.com'],
  limits: { batch: 200, burst: 5, perSecond: 0.5 },
  connect(login, fetch, now) {
    const client = openClient(login, fetch, now);
    return {
      testAuth: async () => {
        await savedPage(client, 1, SMALLEST_PAGE, '测试连接');
      },
      listSkus: (page) => savedPage(client, page, PAGE_SIZE, '读取收藏清单'),
      details: (skus) =>
        askInHalves(client, { operation: '读取产品', path: 'product/detailInfo/v1', read: detailOf }, skus),
      prices: (skus) =>
        askInHalves(client, { operation: '读取价格', path: 'product/price/v1', read: priceAt(now()) }, skus),
      stock: (skus) =>
        askInHalves(client, { operation: '读取库存', path: 'inventory/quantity/v2', read: stockOf }, skus),
    };
  },
};

async function savedPage(client: Client, page: number, pageSize: number, operation: string): Promise<SupplyPage> {
  const data = await client.post(operation, 'product/skus/v1', { page, pageSize, sort: 1 });
  const wires = listIn(data, operation);
  const rows = new Set<string>();
  const unread: UnreadSupply[] = [];
  for (const raw of wires) {
    const wire = objectOf(raw);
    const one = readOne(raw, wire, textOf(wire['sku']), () => [requiredText(wire['sku'], 'sku')]);
    if ('reason' in one) unread.push(one);
    else for (const sku of one.rows) rows.add(sku);
  }
  const { totalPage } = objectOf(objectOf(data)['pageInfo']);
  // Where it does not say how many pages there are, one that is not full is the last.
  const last = /^\d{1,6}$/.test(textOf(totalPage) ?? '') ? Number(totalPage) : null;
  const isLast = wires.length === 0 || (last === null ? wires.length < pageSize : page >= last);
  return { rows: [...rows], unread, next: isLast ? null : page + 1 };
}

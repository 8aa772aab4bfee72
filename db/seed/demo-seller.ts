import { systemActor, type Actor } from '#kit/server/actor.ts';
import { runCommand } from '#kit/server/command.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import { addRow } from '#kit/server/write.ts';
import { inchesToMm, poundsToGrams } from '#kit/model/unit.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import { placeUpload } from '#modules/system/server/index.ts';
import { noteDrawn } from '#modules/catalog/server/index.ts';
import { addAdjustment, submitAdjustment } from '#modules/inventory/server/index.ts';
import { CATALOGUE, CATEGORY_NAMES, upcOf, WAREHOUSES, type CataloguePart } from '#simulator/catalogue.ts';
import { drawnSize, LARGE_VIEWS, productPicture, SMALL_VIEW } from './product-picture.ts';
import { followSimulator, simulatedPractice, type SimulatedChannel } from './simulated-shop.ts';

export interface SeedServices {
  db: Database;
  registry: Registry;
  serves: readonly Serve[];
  /** Makes the small pictures of the goods ahead of the first look; absent = at the first look. */
  renditions?: Renditions;
  /** Three pictures of each product, as large as channels want them; absent: one small drawing. */
  hasLargePictures?: true;
}

export interface DemoSeller {
  accountId: string;
  /** Warehouse ids by the channel's supplier id. */
  warehouses: Record<string, string>;
  /** SKU ids by part number. */
  skus: Record<string, string>;
}

/** People of the demo seller, one per preset role a day needs. */
export const DEMO_STAFF = [
  { username: 'yunying', realname: '林运营', title: '运营', roles: ['OPS'] },
  { username: 'cangku', realname: '陈仓管', title: '仓库', roles: ['WH'] },
  { username: 'caigou', realname: '郑采购', title: '采购', roles: ['BUY'] },
  { username: 'caiwu', realname: '周财务', title: '财务', roles: ['FIN'] },
  { username: 'fuhe', realname: '沈复核', title: '财务复核', roles: ['FINR'] },
  { username: 'kefu', realname: '吴客服', title: '客服', roles: ['CS'] },
] as const;

/** Ship speeds and carriers of the simulated orders, and the method that serves each. */
const SHIP_METHODS = [
  { code: 'FDX-GND', name: 'FedEx 地面', carrier: 'FedEx', service: 'Ground', class: 'parcel' },
  { code: 'UPS-GND', name: 'UPS 地面', carrier: 'UPS', service: 'Ground', class: 'parcel' },
  { code: 'LTL-THR', name: '零担送货上门', carrier: 'LTL', service: 'Threshold', class: 'ltl' },
  {
    code: 'OWN-TRK',
    name: '自有车队',
    carrier: 'OWN',
    service: 'Truck',
    class: 'ltl',
    accountOwner: 'own',
  },
] as const;

const PARCEL_SPEEDS = [
  'GROUND',
  'FEDEX_HOME',
  'SECOND_DAY_AIR',
  'THREE_DAY',
  'NEXT_DAY',
  'TINY_PARCEL',
  'LARGE_PARCEL_COURIER',
];
const FREIGHT_SPEEDS = [
  'CURBSIDE',
  'THRESHOLD_DELIVERY',
  'WHITE_GLOVE_ROOM_OF_CHOICE',
  'WHITE_GLOVE_GOLD',
  'TRUCK_LOAD',
  'INSIDE_DELIVERY_PACKAGING_REMOVAL',
  'WHITE_GLOVE_SILVER',
];

/** Draws a product. @returns the addresses of its pictures, joined */
async function drawPart(
  tx: Tx,
  part: CataloguePart,
  at: number,
  { renditions, hasLargePictures }: SeedServices,
): Promise<string> {
  const views = hasLargePictures ? LARGE_VIEWS : [SMALL_VIEW];
  const addresses: string[] = [];
  for (const [index, view] of views.entries()) {
    const name = `${part.nameZh}${index > 0 ? `-${index + 1}` : ''}.png`;
    const bytes = productPicture(part, at, view);
    // Only the first one is looked at before anybody asks.
    const file = { folder: 'product', name, kind: 'png' as const, bytes };
    const address = await placeUpload(tx, file, index === 0 ? renditions : undefined);
    await noteDrawn(tx, address, drawnSize(view));
    addresses.push(address);
  }
  return addresses.join(',');
}

/**
 * The believable home-goods seller used by the demo, the journeys and the screenshots: the
 * catalogue the simulator sells, three warehouses with opening stock, one shop that points at the
 * simulator. Where the shop is there already it is only led to where the simulator is now.
 */
export async function seedDemoSeller(
  services: SeedServices,
  tenant: number,
  channel: SimulatedChannel,
): Promise<DemoSeller> {
  const actor = systemActor(tenant, '演示数据');
  const known = await readSeller(services.db, actor);
  if (known) {
    await services.db.tx(actor, (tx) => followSimulator(tx, known.accountId, channel));
    return known;
  }
  const { db, registry } = services;
  const add = (tx: Tx, key: string, body: Record<string, unknown>): Promise<string> => {
    const guards = services.serves.find((serve) => serve.resource === registry.resource(key))?.guards;
    return addRow(tx, { registry, resource: registry.resource(key), ...(guards ? { guards } : {}) }, body);
  };
  const warehouses: Record<string, string> = {};
  const skus: Record<string, string> = {};
  const products: string[] = [];
  await db.tx(actor, async (tx) => {
    for (const [index, warehouse] of WAREHOUSES.entries())
      warehouses[warehouse.supplierId] = await add(tx, 'base:warehouse', {
        code: warehouse.code,
        name: warehouse.nameZh,
        type: 'self',
        contact: warehouse.name,
        phone: warehouse.phone,
        address1: warehouse.address1,
        city: warehouse.city,
        state: warehouse.state,
        postalCode: warehouse.postalCode,
        country: warehouse.country,
        timezone: warehouse.timeZone,
        priority: (index + 1) * 10,
      });
    const categories = await addCategories(tx, add);
    for (const [index, part] of CATALOGUE.entries()) {
      const picture = await drawPart(tx, part, index, services);
      const { productId, skuId } = await addPart(tx, add, part, {
        picture,
        categoryId: categories[part.category],
      });
      products.push(productId);
      skus[part.partNumber] = skuId;
    }
  });
  await activateProducts(services, actor, products);
  for (const [supplierId, warehouseId] of Object.entries(warehouses))
    await openStock(services, actor, warehouseId, supplierId, skus);
  const accountId = await db.tx(actor, (tx) => addShop(tx, add, channel, warehouses, skus));
  return { accountId, warehouses, skus };
}

/** The categories of the goods, all of the first level. @returns their ids by the simulator's names */
async function addCategories(
  tx: Tx,
  add: (tx: Tx, key: string, body: Record<string, unknown>) => Promise<string>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [at, [nameEn, name]] of Object.entries(CATEGORY_NAMES).entries())
    ids[nameEn] = await add(tx, 'catalog:productCategory', {
      code: `C${String(at + 1).padStart(2, '0')}`,
      name,
      nameEn,
      sortNo: at + 1,
    });
  return ids;
}

async function addPart(
  tx: Tx,
  add: (tx: Tx, key: string, body: Record<string, unknown>) => Promise<string>,
  part: CataloguePart,
  { picture, categoryId }: { picture: string; categoryId: string | undefined },
): Promise<{ productId: string; skuId: string }> {
  const productId = await add(tx, 'catalog:product', {
    spuCode: part.partNumber,
    name: part.nameZh,
    nameEn: part.name,
    brand: 'Larkfield',
    categoryId,
    originCountry: 'CN',
    images: picture,
  });
  const skuId = await add(tx, 'catalog:sku', {
    skuCode: part.partNumber,
    productId,
    name: part.nameZh,
    upc: upcOf(part.partNumber),
    standardCost: costOf(part.price),
    safetyStock: 2,
  });
  for (const [index, carton] of part.cartons.entries())
    await add(tx, 'catalog:skuCarton', {
      skuId,
      cartonNo: index + 1,
      label: carton.label,
      lengthMm: inchesToMm(carton.lengthIn),
      widthMm: inchesToMm(carton.widthIn),
      heightMm: inchesToMm(carton.heightIn),
      grossWeightG: poundsToGrams(carton.weightLb),
    });
  return { productId, skuId };
}

/** Landed cost of the demo goods: 55 % of the wholesale price, to the cent. */
const costOf = (price: string): string => {
  const cents = (BigInt(price.replace('.', '')) * 55n) / 100n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};

async function activateProducts({ db, serves }: SeedServices, actor: Actor, ids: string[]): Promise<void> {
  const commands = serves.find((serve) => serve.resource.name === 'product')?.commands ?? [];
  const activate = commands.find((one) => one.move === 'activate');
  if (!activate) throw new Error('no command activates a product');
  const results = await runCommand(db, actor, activate, { ids });
  const refused = results.find((result) => !result.ok);
  if (refused) throw new Error(`${refused.label}: ${refused.message}`);
}

async function openStock(
  { db, registry }: SeedServices,
  actor: Actor,
  warehouseId: string,
  supplierId: string,
  skus: Record<string, string>,
): Promise<void> {
  const lines = CATALOGUE.filter((part) => (part.stock[supplierId] ?? 0) > 0).map((part) => ({
    skuId: skus[part.partNumber],
    condition: 'good',
    qty: part.stock[supplierId],
    unitCost: costOf(part.price),
  }));
  if (lines.length === 0) return;
  const id = await db.tx(actor, (tx) =>
    addAdjustment(tx, registry, { kind: 'opening', warehouseId, reason: '期初库存', lines }),
  );
  const [result] = await runCommand(db, actor, submitAdjustment, { ids: [id] });
  if (!result?.ok) throw new Error(`opening stock: ${result?.message ?? 'refused'}`);
}

async function addShop(
  tx: Tx,
  add: (tx: Tx, key: string, body: Record<string, unknown>) => Promise<string>,
  channel: SimulatedChannel,
  warehouses: Record<string, string>,
  skus: Record<string, string>,
): Promise<string> {
  const practice = simulatedPractice(channel).live;
  const accountId = await add(tx, 'base:channelAccount', {
    code: 'WF-US',
    name: 'Wayfair 美国站',
    channelCode: 'wayfair',
    environment: 'live',
    currency: 'USD',
    settings: practice.settings,
    clientSecret: practice.secret,
    pullMinutes: 5,
  });
  for (const [channelCode, warehouseId] of Object.entries(warehouses))
    await add(tx, 'base:channelWarehouse', { accountId, channelCode, warehouseId });
  const methods: Record<string, string> = {};
  for (const method of SHIP_METHODS) methods[method.code] = await add(tx, 'base:shipMethod', { ...method });
  const codes = [
    ...PARCEL_SPEEDS.map((speed) => [speed, 'FDX-GND'] as const),
    ...FREIGHT_SPEEDS.map((speed) => [speed, 'LTL-THR'] as const),
  ];
  for (const [channelCode, method] of codes)
    await add(tx, 'base:shipMethodCode', {
      accountId,
      channelCode,
      carrierCode: '*',
      shipMethodId: methods[method],
    });
  for (const part of CATALOGUE)
    await add(tx, 'channels:channelProduct', {
      accountId,
      channelSku: part.partNumber,
      title: part.name,
      skuId: skus[part.partNumber],
      basePrice: part.price,
    });
  return accountId;
}

async function readSeller(db: Database, actor: Actor): Promise<DemoSeller | null> {
  return db.tx(actor, async (tx) => {
    const account = await tx.maybe<{ id: string }>`
      select id from channel_account where tenant_id = ${tx.tenant} and code = 'WF-US' and deleted_at is null`;
    if (!account) return null;
    const warehouses = await tx.rows<{ channelCode: string; warehouseId: string }>`
      select channel_code, warehouse_id from channel_warehouse
      where tenant_id = ${tx.tenant} and account_id = ${account.id} and deleted_at is null`;
    const skus = await tx.rows<{ id: string; skuCode: string }>`
      select id, sku_code from sku where tenant_id = ${tx.tenant} and deleted_at is null`;
    return {
      accountId: account.id,
      warehouses: Object.fromEntries(warehouses.map((w) => [w.channelCode, w.warehouseId])),
      skus: Object.fromEntries(skus.map((sku) => [sku.skuCode, sku.id])),
    };
  });
}

import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import type { StockSignal } from '#modules/market/model/listing.ts';
import { takeOffers, type Observation } from '#modules/market/server/index.ts';
import { CHAIR, FLOOR_LAMP, SOFA, TABLE_LAMP } from './known.ts';
import type { Person } from './people.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Whom the demo seller watches. */
const RIVALS = [
  { channelSellerId: 'RV-1008', name: 'Corrigan Studio', rating: '4.6', feedbackCount: 18_240 },
  { channelSellerId: 'RV-2215', name: 'Mercury Row', rating: '4.4', feedbackCount: 9_317 },
  { channelSellerId: 'RV-3170', name: 'Etta Avenue', rating: '4.2', feedbackCount: 2_604 },
] as const;

/** Goods of ours with those that compete with them: what they are called, what they cost, and where they rank. */
const SHELF = [
  {
    sku: CHAIR,
    category: '餐椅',
    items: [
      [null, '自有 餐椅两件套', 219.99, 46],
      [0, 'Holm Side Chair (Set of 2)', 205, 31],
      [1, 'Upholstered Dining Chair (Set of 2)', 232, 64],
    ],
  },
  {
    sku: SOFA,
    category: '沙发',
    items: [
      [null, '自有 三人沙发', 749, 88],
      [0, 'Marlow 84" Sofa', 699, 52],
      [2, 'Rolled Arm Sofa', 815, 120],
    ],
  },
  {
    sku: FLOOR_LAMP,
    category: '落地灯',
    items: [
      [null, '自有 弧形落地灯', 139.5, 20],
      [1, 'Arc Floor Lamp 78"', 149, 27],
      [2, 'Arched Floor Lamp', 128, 14],
    ],
  },
  {
    sku: TABLE_LAMP,
    category: '台灯',
    items: [
      [null, '自有 陶瓷台灯', 56, 140],
      [0, 'Ceramic Table Lamp', 59.99, 96],
      [2, 'Pebble Table Lamp', 49.9, 77],
    ],
  },
] as const;

interface Watch {
  db: Database;
  tenant: number;
  now: Date;
  accountId: string;
  skus: Readonly<Record<string, string>>;
}

/** A month of what was seen of twelve listings, and three reports of the marketplace. */
export async function watchedMarket(clerk: Person, watch: Watch): Promise<void> {
  const own = await clerk.first(`/market/seller/list?accountId=${watch.accountId}`);
  const rivals: string[] = [];
  for (const rival of RIVALS)
    rivals.push(await clerk.add('market/seller', { marketplace: 'wayfair_us', ...rival, note: '同类目卖家' }));
  let n = 0;
  for (const { sku, category, items } of SHELF)
    for (const [rival, title, price, rank] of items) {
      n += 1;
      const sellerId = rival === null ? own.id : (rivals[rival] ?? own.id);
      const listingId = await clerk.add('market/marketListing', {
        marketplace: 'wayfair_us',
        itemId: `W${100_420_000 + n * 317}`,
        title,
        category,
        currency: 'USD',
        sellerId,
        ...(await ownOf(clerk, rival === null, { accountId: watch.accountId, sku, skuId: watch.skus[sku] })),
      });
      await watch.db.tx(systemActor(watch.tenant, '演示数据'), (tx) =>
        takeOffers(tx, { id: listingId, currency: 'USD' }, seenOver(watch.now, { sellerId, price, rank, n }), 'file'),
      );
    }
  await fetchReports(clerk, own.id);
}

/** A listing of ours names the channel product, and has its SKU from there; a rival names the SKU that it competes with. */
async function ownOf(
  clerk: Person,
  isOwn: boolean,
  { accountId, sku, skuId }: { accountId: string; sku: string; skuId: string | undefined },
): Promise<object> {
  if (!isOwn) return { skuId };
  const [known] = await clerk.all(`/channels/channelProduct/list?accountId=${accountId}&channelSku=${sku}`);
  const product = known?.id ?? (await clerk.add('channels/channelProduct', { accountId, channelSku: sku, skuId }));
  return { channelProductId: product };
}

interface About {
  sellerId: string;
  price: number;
  rank: number;
  n: number;
}

/** Prices move in steps of some days, ranks a little each day; one rival runs short, another is sold out. */
function seenOver(now: Date, { sellerId, price, rank, n }: About): Observation[] {
  return Array.from({ length: DAYS }, (_, day): Observation => {
    const step = Math.floor((day + n) / 6) % 4;
    const wave = ((day * 7 + n * 5) % 11) - 5;
    const stock: StockSignal = n === 8 && day > 24 ? 'out' : n === 5 && day > 20 ? 'low' : 'inStock';
    return {
      sellerId,
      at: new Date(now.getTime() - (DAYS - day) * DAY_MS),
      price: (price * (1 - step * 0.025)).toFixed(2),
      stockState: stock,
      rating: (4.1 + (n % 6) / 10).toFixed(1),
      reviewCount: 120 + n * 43 + day,
      rank: Math.max(1, rank + wave),
    };
  });
}

const REPORTS = [
  {
    type: 'listingHealth',
    file: 'Listing_Health_2026-10.csv',
    rows: [
      'Reporting Month,Supplier Part Number,Wayfair SKU,Wayfair Brand,Product Class,Revenue,Unit Sold,Total Impressions,Unique Visits,Conversion Rate,Percent Required Tags Completed,Percent Recommended Tags Completed,Tag Health,Image Health,Availability Health,Delivery Speed Health,Review Count Health,Review Rating Health,Price Competitiveness Health,Incidents and Returns Health',
      `Oct 2026,${CHAIR},W100420317,Demo Home,Dining Chairs,"7,479.66",34,41250,2180,1.56,100,82.5,GREEN,GREEN,GREEN,YELLOW,GREEN,GREEN,YELLOW,GREEN`,
      `Oct 2026,${SOFA},W100421268,Demo Home,Sofas,"8,988.00",12,18900,960,1.25,95,70,YELLOW,GREEN,GREEN,YELLOW,YELLOW,GREEN,RED,YELLOW`,
      `Oct 2026,${FLOOR_LAMP},W100422219,Demo Home,Floor Lamps,"3,906.00",28,22310,1405,1.99,100,90,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN,GREEN`,
      `Oct 2026,${TABLE_LAMP},W100423170,Demo Home,Table Lamps,,,3120,,,80,45,RED,YELLOW,GREEN,GREEN,N/A,N/A,GREEN,GREEN`,
    ],
  },
  {
    type: 'costStack',
    file: 'Cost_Stack_2026-W43.csv',
    rows: [
      'Report Week,SKU,SupplierPart Number,Class Name,QuantitySold L90D,WSC L90D,Retail Price,Base Cost,WholesaleCost,Ship Outbound Cost,Ship Other Cost,Incident And Return Cost,Rebate,Product Allowance Cost,Other Handling Cost,Total Cost,B2C Discount',
      `2026-W43,W100420317,${CHAIR},Dining Chairs,96,15168.00,219.99,171.74,158.00,24.10,0,3.95,0,-9.48,0,176.57,-0.08`,
      `2026-W43,W100421268,${SOFA},Sofas,31,15872.00,749.00,602.35,512.00,96.40,4.20,15.36,0,-30.72,0,597.24,-0.15`,
    ],
  },
  {
    type: 'promotionRevenue',
    file: 'Promotion_Revenue_2026-10.csv',
    rows: [
      'Promotion Name,Start,End,Class,Store,Product Part #,Revenue 30 days prior,Revenue during,Units 30 days prior,Units during,Discount Percent,Impressions,Conversion Rate',
      `48 HR Sale,2026-10-08,2026-10-09,Dining Chairs,Wayfair,${CHAIR},6980.20,1439.94,32,7,10,5210,2.1`,
      `5 Days of Deals,2026-10-20,2026-10-24,Floor Lamps,Wayfair,${FLOOR_LAMP},3766.50,2008.80,27,16,15,9800,2.6`,
    ],
  },
] as const;

/** Files of October are there; what November brings is still to be fetched. */
async function fetchReports(clerk: Person, sellerId: string): Promise<void> {
  for (const { type, file, rows } of REPORTS) {
    const period = { periodFrom: '2026-10-01', periodTo: '2026-10-31' };
    const id = await clerk.add('market/marketReport', { sellerId, type, ...period });
    await clerk.move('market/marketReport', id, 'upload', {
      file: await clerk.upload(file, Buffer.from(`${rows.join('\n')}\n`)),
    });
  }
}

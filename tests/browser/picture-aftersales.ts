import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { admin, api, CONSOLE } from './account-steps.ts';
import { act, comingReturn, first, returnScene, sentOrder } from './return-steps.ts';

/* What the demo seller has of returns and parts when its pictures are taken. */

/** Number of the parcel that stands on the receiving desk. */
export const COMING_PARCEL = '794600001234';

/** The chair that is sent back, and of which parts are asked for again. */
const CHAIR = 'WB-DCH-HOLM-S2';

const LEGS = [
  [300, 620],
  [690, 620],
  [250, 760],
  [640, 760],
] as const;

/** A chair as lines, its parts apart. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" fill="none" stroke="#445" stroke-width="7">
  <rect width="900" height="900" fill="#fff" stroke="none"/>
  <path d="M270 90 h360 l-22 230 h-316 z M318 90 l16 230 M430 90 v230 M450 90 v230 M582 90 l-16 230"/>
  <path d="M250 410 h400 l60 80 h-520 z M190 490 v32 h520 v-32"/>
  ${LEGS.map(([x, y]) => `<path d="M${x * 0.9} ${y * 0.9} h26 l-6 190 h-14 z"/>`).join('')}
  <path stroke-dasharray="12 14" d="M450 320 v90 M240 530 v40 M660 530 v40"/>
  <path d="M760 700 h70 v90 h-70 z M775 690 h40 M778 730 h34 M778 755 h34"/></svg>`;

/** Orders that come back, one on its way to the desk; and parts of a chair with their drawing. @returns ids */
export async function bringBack(page: Page): Promise<{ returned: string; chair: string }> {
  const scene = await returnScene(page);
  const { token } = scene;
  const sku = await first<{ id: string; version: number; productId: string }>(
    page,
    `/catalog/sku/list?skuCode=${CHAIR}`,
    token,
  );
  const level = await first<{ warehouseId: string }>(
    page,
    `/inventory/stockLevel/list?skuId=${sku.id}&condition=good&available_begin=6`,
    token,
  );
  const at = { ...scene, warehouseId: level.warehouseId };
  const left = await sentOrder(page, at, sku.id, 2);
  await comingReturn(page, at, left, COMING_PARCEL, 2);
  const asked = await sentOrder(page, at, sku.id, 1);
  const path = '/aftersales/returnOrder';
  const reason = await first(page, '/aftersales/returnReason/list?code=damagedInTransit', token);
  const { id: returned } = await api<{ id: string }>(
    page,
    `${path}/add`,
    {
      ...{ type: 'return', orderId: asked.id, reasonId: reason.id },
      lines: [{ orderLineId: asked.orderLineId, skuId: asked.skuId, qtyRequested: 1 }],
    },
    token,
  );
  await act(page, `${path}/${returned}/submit`, {}, token);
  await drawParts(page, sku);
  return { returned, chair: left.id };
}

async function drawParts(
  page: Page,
  { id, productId }: { id: string; productId: string },
): Promise<void> {
  const token = await admin(page);
  const buffer = await sharp(Buffer.from(DRAWING)).png().toBuffer();
  const answer = await page.request.post(`${CONSOLE()}/api/sys/common/upload`, {
    headers: { 'x-access-token': token },
    multipart: { file: { name: 'chair.png', mimeType: 'image/png', buffer } },
  });
  const { message: drawing } = (await answer.json()) as { message: string };
  const now = await first<{ version: number }>(page, `/catalog/sku/list?skuCode=${CHAIR}`, token);
  await page.request.put(`${CONSOLE()}/api/catalog/sku/edit`, {
    headers: { 'x-access-token': token },
    data: { id, version: now.version, drawing },
  });
  const parts = [
    ['BACK', '椅背', 500, 230, 1],
    ['SEAT', '座板', 500, 500, 1],
    ['LEG', '椅腿', 300, 720, 4],
    ['BAG', '五金包', 815, 740, 1],
  ] as const;
  for (const [at, [code, name, pointX, pointY, qtyPerUnit]] of parts.entries()) {
    const part = { skuCode: `${CHAIR}-${code}`, name, productId, type: 'part', standardCost: '4' };
    const { id: partSkuId } = await api<{ id: string }>(page, '/catalog/sku/add', part, token);
    const place = { ordinal: at + 1, pointX, pointY, qtyPerUnit, isHarvestable: true };
    await api(
      page,
      '/catalog/skuPart/add',
      { parentSkuId: id, partSkuId, partClass: 'component', ...place },
      token,
    );
  }
}

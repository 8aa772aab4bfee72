import { newId } from '#kit/server/database.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';

let drawn = 0;

/** An upload of a photo that no other is. @returns its address */
export async function pictureOf(scene: TestApp, who: Client): Promise<string> {
  const answer = await send(scene, who, png(1200, 800, ++drawn));
  return String(answer.message);
}

/** Makes a move of a claim. */
export const moveClaim = (who: Client, id: string, move: string, answers: object = {}): Promise<Answer> =>
  paidClaim(who, id, newId(), answers, move);

/** As {@link moveClaim}, under a key of the caller's: 登记赔付 by default. */
export const paidClaim = (who: Client, id: string, key: string, answers: object, move = 'pay'): Promise<Answer> =>
  who.post(`/aftersales/claim/${id}/${move}`, answers, { 'idempotency-key': key });

/** A claim against a carrier over two stools, with its photo. @returns its id */
export async function draftClaim(scene: TestApp, who: Client, head: object = {}): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>('/aftersales/claim/add', {
      party: 'carrier',
      cause: 'damaged',
      carrierCode: 'FEDEX',
      currency: 'USD',
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      incidentOn: '2026-01-05',
      evidence: await pictureOf(scene, who),
      ...head,
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 2, unitPrice: '40' }],
    }),
  );
  return id;
}

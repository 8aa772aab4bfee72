import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { file, implement, type FileAnswer, type Route } from '#kit/server/route.ts';
import {
  collectBoxesRoute,
  dropBoxesRoute,
  handoverDeskRoute,
  handOverRoute,
  openHandoverRoute,
  scanBoxRoute,
  signatureRoute,
} from '../../model/handover-routes.ts';
import { handover } from '../../model/handover.ts';
import { noSignature } from '../../model/wave-errors.ts';
import { handOver } from './hand-over.ts';
import { collectBoxes, dropBoxes, scanBox } from './handover-boxes.ts';
import { readHandoverDesk } from './handover-desk.ts';
import { openHandover } from './handovers.ts';

/** Lists are filled by scanning and closed with a signature. */
export const handoverRoutes: Route[] = [
  implement(openHandoverRoute, (call) => {
    const answers = call.body;
    return call.tx((tx) => openHandover(tx, answers));
  }),
  implement(handoverDeskRoute, (call) => call.tx((tx) => readHandoverDesk(tx, call.params.id))),
  implement(scanBoxRoute, (call) => {
    const { number } = call.body;
    const id = call.params.id;
    return call.tx(async (tx) => {
      const found = await scanBox(tx, id, number);
      return { ...found, desk: await readHandoverDesk(tx, id) };
    });
  }),
  implement(collectBoxesRoute, (call) => {
    const id = call.params.id;
    return call.tx(async (tx) => {
      const added = await collectBoxes(tx, id);
      return { added, desk: await readHandoverDesk(tx, id) };
    });
  }),
  implement(dropBoxesRoute, (call) => {
    const id = call.params.id;
    return call.tx(async (tx) => {
      await dropBoxes(tx, id, call.body.boxIds);
      return readHandoverDesk(tx, id);
    });
  }),
  implement(handOverRoute, (call) => handOver(call, call.params.id)),
  implement(signatureRoute, (call) => call.tx((tx) => readSignature(tx, call.params.id))),
];

async function readSignature(tx: Tx, id: string): Promise<FileAnswer> {
  const drawn = await signatureOf(tx, id);
  if (!drawn) throw noSignature();
  return file('签名.png', 'image/png', drawn, true);
}

/** The drawn signature of a list in the actor's sight; null where a name was typed. @throws 404 */
export async function signatureOf(tx: Tx, id: string): Promise<Buffer | null> {
  await requireSeen(tx, handover, id);
  const row = await tx.maybe<{ assetId: string | null }>`
    select signature_asset_id as asset_id from handover where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  return row?.assetId ? Buffer.from((await tx.files.read(tx, row.assetId)).bytes) : null;
}

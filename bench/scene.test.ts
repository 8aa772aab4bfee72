import { expect, test } from 'vitest';
import { openScene } from './scene.ts';

/** Figures are asked for seldom: what they are measured on must not have gone bad meanwhile. */
test('the scene of the measurements has its seller and takes questions', async () => {
  const scene = await openScene();
  try {
    expect(scene.seller.skuIds).toHaveLength(200);
    const { served, token } = await scene.serveApp();
    const answer = await fetch(`${served.address}/api/orders/salesOrder/list`, {
      headers: { 'x-access-token': token },
    });
    expect(await answer.json()).toMatchObject({ success: true, result: { total: 0 } });
  } finally {
    await scene.close();
  }
});

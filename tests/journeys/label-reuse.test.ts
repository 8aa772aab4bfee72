import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault, look } from '#tests/channels/shop.ts';
import { firstOf, must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { upload } from '#tests/sheets/upload.ts';
import { boxesOf, deadWork, startCarrierScene, type CarrierScene } from './carrier-scene.ts';

/** Files that are no label of these goods: another order's, or commands that set up a printer. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
  expect(await deadWork(at)).toEqual([]);
});

const fileOf = (text: string): object => ({
  file: { mime: 'application/zpl', base64: Buffer.from(text).toString('base64') },
});

/** Bought of the carrier, which answers with this file. */
async function bought(text: string, quantity = 1): Promise<string> {
  const { id } = await at.packed('own', quantity);
  await fault(at.scene, {
    fault: 'label-odd',
    value: JSON.stringify(fileOf(text)),
    match: { operation: 'carrier.buy' },
  });
  await must(at.make(id, 'buyLabel'));
  return id;
}

const give = (id: string, text: string) =>
  upload(at.scene, at.packer, `/fulfilment/shipment/${id}/labelFile`, Buffer.from(text));
const holdOf = async (id: string) => (await at.shipment(id))['labelHold'];
const numberOf = async (id: string) => String((await at.shipment(id))['shipmentNo']);
const storedOf = (id: string) =>
  look(
    at.scene,
    (tx) => tx.rows<{ id: string }>`
      select id from asset where tenant_id = ${tx.tenant} and owner_id = ${id}::uuid and kind = 'label' order by id`,
  );

const HTML = '<html>Bad gateway</html>';
const page = (text: string): string => `^XA^FO50,50^FD${text}^FS^XZ`;

test('the file of another order lifts no hold, whole or page by page, and nothing of it is kept', async () => {
  const theirs = page('FIRST A') + page('FIRST B');
  const first = await bought(theirs, 2);
  expect(await holdOf(first)).toBeNull();
  const second = await bought(HTML, 2);
  const hold = await holdOf(second);
  expect(hold).toContain('文件是网页');
  const before = await storedOf(second);
  const used = `此面单已用于发货单 ${await numberOf(first)}`;
  for (const again of [theirs, page('SECOND A') + page('FIRST B')]) {
    const refused = await give(second, again);
    expect(refused).toMatchObject({ success: false, code: 422 });
    expect(refused.message).toContain(used);
  }
  expect(await holdOf(second)).toBe(hold);
  expect(await storedOf(second)).toEqual(before);
  await must(give(second, page('SECOND A') + page('SECOND B')));
  expect(await holdOf(second)).toBeNull();
  for (const id of [first, second]) await must(at.make(id, 'ship'));
});

test.each([
  ['in a text', (number: string) => `SWIFT ${number} LB 12`],
  ['in bars, behind a ZIP', (number: string) => `>;>842022153${number}`],
  ['in groups', (number: string) => number.replace(/(.{4})/g, '$1 ')],
])('a file that names the parcel of another order %s is refused', async (_how, written) => {
  const first = await bought(page(`OWN ${_how}`));
  const number = String((await at.shipment(first))['trackingNo']);
  const second = await bought(HTML);
  const refused = await give(second, page(written(number)));
  expect(refused).toMatchObject({ success: false, code: 422 });
  expect(refused.message).toContain(`此面单上的运单号 ${number} 已用于其他订单`);
  const own = String((await at.shipment(second))['trackingNo']);
  await must(give(second, page(written(own))));
  expect(await holdOf(second)).toBeNull();
});

test('a carrier that answers with the file of another order: it is held, not printed, and not resolved', async () => {
  const first = await bought(page('SAME'));
  const second = await bought(page('SAME'));
  const used = `此面单已用于发货单 ${await numberOf(first)}`;
  expect(await holdOf(second)).toBe(used);
  const [box] = await boxesOf(at, second);
  expect(box).toMatchObject({ labelAssetId: null });
  const printed = await at.packer.raw('POST', `/fulfilment/station/${second}/printLabel`, { boxId: box?.id });
  expect(printed.status).toBe(409);
  expect(
    (await at.packer.raw('POST', '/fulfilment/shipment/printLabels', { ids: [second] })).bytes.toString(),
  ).toContain(used);
  const resolved = await at.packer.post(`/fulfilment/shipment/${second}/resolveLabel`, { pages: [1] });
  expect(resolved).toMatchObject({ success: false, code: 422 });
  expect(resolved.message).toContain(used);
  expect((await at.makeQuietly(second, 'ship')).success).toBe(false);
  await must(give(second, page('OTHER')));
  await must(at.make(second, 'ship'));
});

test('a label that is voided and bought again for the same order may have the same file', async () => {
  const id = await bought(page('TWICE'));
  const [label] = await at.labels(id);
  await must(
    at.admin.post(
      `/fulfilment/shippingLabel/${label?.id}/voidLabel`,
      { reason: '重买' },
      { 'idempotency-key': 're 1' },
    ),
  );
  await at.scene.settled();
  await fault(at.scene, {
    fault: 'label-odd',
    value: JSON.stringify(fileOf(page('TWICE'))),
    match: { operation: 'carrier.buy' },
  });
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
});

test('a carrier that gives one order the file of the next: once it is voided there, the other one has it', async () => {
  const first = await bought(page('MIXED UP'));
  const second = await bought(HTML);
  const hold = await holdOf(second);
  expect((await give(second, page('MIXED UP'))).message).toContain(`此面单已用于发货单 ${await numberOf(first)}`);
  expect(await holdOf(second)).toBe(hold);
  const [label] = await at.labels(first);
  await must(
    at.admin.post(
      `/fulfilment/shippingLabel/${label?.id}/voidLabel`,
      { reason: '错面单' },
      { 'idempotency-key': 're 2' },
    ),
  );
  await at.scene.settled();
  await must(give(second, page('MIXED UP')));
  expect(await holdOf(second)).toBeNull();
});

test('commands that reset a printer: held where a carrier sends them, refused where somebody uploads them', async () => {
  const id = await bought(`~JR${page('RESET')}`);
  expect(await holdOf(id)).toContain('ZPL 里有重置或改设打印机的指令（~JR）');
  const [box] = await boxesOf(at, id);
  expect((await at.packer.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId: box?.id })).status).not.toBe(
    200,
  );
  const refused = await give(id, `^XA^NSa,10.0.0.1^FDX^FS^XZ${page('X')}`);
  expect(refused).toMatchObject({ success: false, code: 422 });
  expect(refused.message).toContain('（^NS）');
  expect((await give(id, `${page('X')}~JA`)).message).toContain('（~JA）');
  await must(give(id, `^XA~SD30^JUS^FO50,50^FDCLEAN^FS^XZ`));
  expect(await holdOf(id)).toBeNull();
  const printed = await at.packer.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId: box?.id });
  expect(printed.bytes.toString()).toBe('^XA^FO50,50^FDCLEAN^FS^XZ');
});

/** Registered with the marketplace, whose label is this. */
async function registered(...faults: Record<string, unknown>[]): Promise<string> {
  const { id: orderId } = await newOrder(at.scene, at.clerk);
  await must(at.clerk.post(`/orders/salesOrder/${orderId}/accept`));
  await at.scene.settled();
  await must(at.clerk.post(`/orders/salesOrder/${orderId}/start`));
  const { id } = await firstOf(at.packer, '/fulfilment/shipment/list', { orderId });
  for (const move of ['pack', 'sealAll']) await must(at.make(id, move));
  await fault(at.scene, ...faults);
  await must(at.make(id, 'register'));
  return id;
}

test.each([
  ['resets a printer', `${page('RESET')}~JR`, 'ZPL 里有重置或改设打印机的指令（~JR）'],
  ['is cut off', '^XA^FO50,50^FDCUT', 'ZPL 已损坏'],
])('a label of the marketplace that %s is held', async (_what, message, why) => {
  const id = await registered({
    fault: 'text-body',
    status: 200,
    message,
    match: { operation: 'label', times: 'always' },
  });
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelSource: 'channel' });
  expect(await holdOf(id)).toContain(why);
  await must(give(id, page(`CHANNEL ${_what}`)));
  expect(await holdOf(id)).toBeNull();
});

test.each([
  ['a page of an error', '<html>Bad gateway</html>', 'text/html', '文件是网页，不是面单'],
  ['a page that begins with blanks', '\n\n <!DOCTYPE html><p>Wait', 'text/html; charset=utf-8', '文件是网页，不是面单'],
  ['an error in words', '{"error":"try again"}', 'application/json', '文件不是 PDF 或 ZPL'],
  ['nothing', '', 'application/pdf', '文件是空的'],
])(
  'where the marketplace answers with %s a while, it waits for a person with its number',
  async (what, message, type, why) => {
    const id = await registered({
      fault: 'text-body',
      status: 200,
      message,
      contentType: type,
      match: { operation: 'label', times: 'always' },
    });
    expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelSource: 'channel', labelError: null });
    expect((await at.shipment(id))['trackingNo']).toBeTruthy();
    expect(await holdOf(id)).toContain(why);
    await must(give(id, page(`FETCHED BY HAND ${what}`)));
    expect(await holdOf(id)).toBeNull();
  },
);

test('a page of an error for a moment is no label, and the next answer is', async () => {
  const id = await registered({
    fault: 'text-body',
    status: 200,
    message: '<html>one moment</html>',
    contentType: 'text/html',
    match: { operation: 'label', times: 3 },
  });
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelSource: 'channel', labelHold: null });
});

test('one label of the marketplace for two orders: the second is held', async () => {
  const same = { fault: 'text-body', status: 200, message: page('CHANNEL'), match: { operation: 'label' } };
  const first = await registered(same);
  expect(await holdOf(first)).toBeNull();
  const second = await registered(same);
  expect(await holdOf(second)).toBe(`此面单已用于发货单 ${await numberOf(first)}`);
});

test('what the marketplace gives in the place of a number is none: held, and given to no box', async () => {
  const match = { operation: 'labelGenerationEvents', times: 'always' };
  const id = await registered(
    { fault: 'timeout-after-commit', match: { operation: 'register' } },
    { fault: 'null-field', field: 'shippingLabelInfo', match },
    { fault: 'unknown-enum', field: 'trackingNumber', value: 'N/A', match },
  );
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', trackingNo: null });
  expect(await holdOf(id)).toContain('平台给的“N/A”不是运单号');
  expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null]);
});

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countPages } from '#platform/print/label-pages.ts';
import { fault, look } from '#tests/channels/shop.ts';
import { png } from '#tests/harness/pictures.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { upload } from '#tests/sheets/upload.ts';
import { boxesOf, deadWork, startCarrierScene, type CarrierScene } from './carrier-scene.ts';

/** Bad days of a carrier: whatever it answers, no label is paid twice and no money hangs. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
  await must(at.credit('1000.00', 'BANK-1'));
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
  expect((await at.audit()).violations).toEqual([]);
  expect(await deadWork(at)).toEqual([]);
});

/** What the carrier keeps twice is settled with it, outside. */
async function giveBackExtra(): Promise<void> {
  await at.scene.sim('DELETE', '/faults');
  const { labels } = await at.carrier();
  const live = labels.filter(({ voidedAt }) => voidedAt === null);
  const twice = live.filter((one, index) =>
    live.some((other, before) => before < index && other.reference === one.reference),
  );
  for (const { id } of twice) await at.scene.sim('POST', '/carrier/void', { id });
}

const onBuy = (name: string, more: object = {}): Promise<unknown> =>
  fault(at.scene, { fault: name, match: { operation: 'carrier.buy' }, ...more });

test.each([
  ['429', { retryAfterSeconds: 2 }],
  ['500', {}],
  ['503', {}],
  ['timeout', {}],
  ['timeout-after-commit', {}],
  ['reset-mid-body', {}],
  ['truncated-json', {}],
  ['text-body', { commit: true }],
  ['answers-twice', {}],
  ['double-booked', {}],
])('%s: exactly one label is bought', async (name, more) => {
  const { id } = await at.packed('platform');
  const retained = await at.kept();
  await onBuy(name, more);
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
  expect(await at.kept()).toBe(retained + 1);
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held' }]);
});

test.each([
  ['timeout-after-commit', 1],
  ['timeout', 0],
])('%s, and a look-up that sees nothing: nothing is bought again unseen', async (name, made) => {
  const { id } = await at.packed('platform');
  const retained = await at.kept();
  const blind = { fault: 'text-body', status: 200, message: '{"labels":[]}' };
  await fault(
    at.scene,
    { fault: name, match: { operation: 'carrier.buy', times: 'always' } },
    { ...blind, match: { operation: 'carrier.find', times: 'always' } },
  );
  await must(at.make(id, 'buyLabel'));
  expect(await at.kept()).toBe(retained + made);
  const task = await firstOf<{ id: string; lastError: string }>(at.admin, '/desk/delivery/list', {
    handler: 'fulfilment.buyLabel',
    status: 'dead',
  });
  await at.scene.sim('DELETE', '/faults');
  // Somebody has looked at the carrier's own pages.
  await must(at.admin.post(`/desk/delivery/${task.id}/retry`));
  await at.scene.settled();
  expect(await at.kept()).toBe(retained + 1);
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held' }]);
});

test('a second label that the carrier does not take back leaves the one that was paid', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await onBuy('double-booked');
  await fault(at.scene, {
    fault: 'text-body',
    status: 400,
    message: 'Void window closed',
    match: { operation: 'carrier.void', times: 'always' },
  });
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
  const [label] = await at.labels(id);
  expect(label).toMatchObject({ status: 'active', charge: 'held' });
  expect(label?.note).toContain('重复出单 1 张且未作废');
  expect((await at.wallet()).held).not.toBe(before.held);
  await giveBackExtra();
});

test('a second label that is taken back at the third try is bought once', async () => {
  const { id } = await at.packed('platform');
  const retained = await at.kept();
  await onBuy('double-booked');
  await fault(at.scene, { fault: '503', match: { operation: 'carrier.void', times: 2 } });
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
  expect(await at.kept()).toBe(retained + 1);
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held', note: null }]);
});

test('a paid label whose file cannot be read waits for a person, with its number', async () => {
  const { id } = await at.packed('platform');
  await onBuy('label-damaged');
  await must(at.make(id, 'buyLabel'));
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled' });
  expect(row['labelHold']).toContain('面单文件无法打印');
  expect(row['trackingNo']).toBeTruthy();
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held' }]);
  expect((await at.makeQuietly(id, 'ship')).success).toBe(false);
});

const fileOf = (text: string, mime = 'application/pdf'): { value: string } => ({
  value: JSON.stringify({ file: { mime, base64: Buffer.from(text).toString('base64') } }),
});
/** Labels of two boxes; a file is the label of one order. */
const zpl = (of: string): string => `^XA^FO50,50^FD${of} 1^FS^XZ^XA^FO50,50^FD${of} 2^FS^XZ`;
const print = (...ids: string[]) => at.packer.raw('POST', '/fulfilment/shipment/printLabels', { ids });
const noteOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  decodeURIComponent(String(headers['x-file-note'] ?? ''));

async function bought(quantity = 1, answered?: { value: string }): Promise<string> {
  const { id } = await at.packed('own', quantity);
  if (answered) await onBuy('label-odd', answered);
  await must(at.make(id, 'buyLabel'));
  return id;
}

test.each([
  ['a page of an error called PDF', fileOf('<html>Bad gateway</html>'), '文件是网页'],
  ['a page of an error called octets', fileOf('<html>x', 'application/octet-stream'), '文件是网页'],
  ['a picture', fileOf('\u0089PNG\r\n', 'image/png'), '文件'],
])('a paid label that is %s is held, and leaves the others to be printed', async (_w, odd, why) => {
  const id = await bought(1, odd);
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled' });
  expect(row['labelHold']).toContain(why);
  expect((await at.makeQuietly(id, 'ship')).success).toBe(false);
  const shared = await at.packer.post(`/fulfilment/shipment/${id}/resolveLabel`, { pages: [] });
  expect(shared).toMatchObject({ success: false, code: 422 });
  const good = await bought();
  const printed = await print(id, good);
  expect(printed.status).toBe(200);
  expect(await countPages(printed.bytes)).toBe(1);
  expect(noteOf(printed)).toContain(`1 张没有打印：${String(row['shipmentNo'])}`);
  const alone = await print(id);
  expect(alone.status).toBe(404);
  expect(alone.bytes.toString()).toContain(String(row['shipmentNo']));
  expect(await at.labels(id)).toMatchObject([{ printedCount: 0 }]);
  expect(await at.labels(good)).toMatchObject([{ printedCount: 1 }]);
});

const odd = (values: object): { value: string } => ({ value: JSON.stringify(values) });

test.each([
  ['text/html', Buffer.from('<html><script>alert(1)</script>'), 'application/octet-stream'],
  ['image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'), 'application/octet-stream'],
  ['image/png', Buffer.from('\u0089PNG\r\n', 'latin1'), 'application/octet-stream'],
  ['text/html', png(60, 40, 1), 'image/png'],
  ['text/html', Buffer.from(zpl('A')), 'application/zpl'],
])('a label that is sent as %s is kept as what its bytes are (%#)', async (mime, bytes, retained) => {
  const id = await bought(2, odd({ file: { mime, base64: bytes.toString('base64') } }));
  const stored = await look(
    at.scene,
    (tx) => tx.rows<{ mime: string }>`
      select mime from asset where tenant_id = ${tx.tenant} and owner_type = 'shipment'
        and owner_id = ${id}::uuid and kind = 'label' order by id limit 1`,
  );
  expect(stored).toEqual([{ mime: retained }]);
});

test.each([
  ['as a picture', '#fff', (label: Buffer) => label.toString('base64')],
  ['with its kind in front', '#fef', (label: Buffer) => `data:image/png;base64,${label.toString('base64')}`],
  ['encoded twice', '#eff', (label: Buffer) => Buffer.from(label.toString('base64')).toString('base64')],
])('a label that comes %s is one, and is printed as a page', async (_how, background, written) => {
  const drawn = sharp({ create: { width: 812, height: 1218, channels: 3, background } });
  const base64 = written(await drawn.png().toBuffer());
  const id = await bought(1, odd({ file: { mime: 'image/png', base64 } }));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
  const printed = await print(id);
  expect(printed.status).toBe(200);
  expect(await countPages(printed.bytes)).toBe(1);
});

test('a ZPL label is one: dealt to its boxes, printed at the station, named where a browser prints', async () => {
  const id = await bought(2, fileOf(zpl('B'), 'application/octet-stream'));
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled', labelHold: null });
  const boxes = await boxesOf(at, id);
  for (const [index, { id: boxId }] of boxes.entries()) {
    const label = await at.packer.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId });
    expect(label.headers['content-type']).toContain('application/zpl');
    expect(label.bytes.toString()).toBe(`^XA^FO50,50^FDB ${index + 1}^FS^XZ`);
  }
  const printed = await print(id, await bought());
  expect(printed.status).toBe(200);
  expect(noteOf(printed)).toContain('面单是 ZPL');
  expect((await print(id)).status).toBe(404);
});

test('a file that was fetched by hand takes the place of one that is none', async () => {
  const id = await bought(2, fileOf('<html>Bad gateway</html>'));
  const give = (text: string) => upload(at.scene, at.packer, `/fulfilment/shipment/${id}/labelFile`, Buffer.from(text));
  expect(await give('<html>again</html>')).toMatchObject({ success: false, code: 422 });
  expect((await give('^XA^FD1^FS^XZ^XA^FD2^FS^XZ^XA^FD3^FS^XZ')).success).toBe(true);
  expect((await at.shipment(id))['labelHold']).toBe('面单 3 页，箱子 2 个');
  expect((await give(zpl('C'))).success).toBe(true);
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
  expect((await give(zpl('C'))).success).toBe(false);
  await must(at.make(id, 'ship'));
});

const complete = (id: string, answers: object) =>
  at.makeQuietly(id, 'completeLabel', answers as Record<string, unknown>);

test('a paid label of the platform whose price cannot be read is held, priced at the quote or above, and charged so', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  const retained = await at.kept();
  await onBuy('label-odd', odd({ total: '12.345' }));
  await must(at.make(id, 'buyLabel'));
  expect(await at.kept()).toBe(retained + 1);
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled', labelHold: '承运商没有给出可读的面单费' });
  expect(row['trackingNo']).toBeTruthy();
  const [label] = await at.labels(id);
  expect(label).toMatchObject({ status: 'active', charge: 'held', cost: null });
  expect((await at.makeQuietly(id, 'ship')).message).toContain('面单费');
  const quoted = Number(label?.quotedCost);
  for (const [answers, field] of [
    [{}, 'trackingNo'],
    [{ trackingNo: row['trackingNo'] }, 'trackingNo'],
    [{ cost: (quoted - 0.01).toFixed(2) }, 'cost'],
    [{ cost: quoted.toFixed(2), currency: 'CAD' }, 'currency'],
  ] as const) {
    const refused = await complete(id, answers);
    expect(refused).toMatchObject({ status: 422, result: { errors: [{ field }] } });
  }
  const other = await complete(id, { trackingNo: 'SWX001', cost: (quoted + 0.5).toFixed(2) });
  expect(other).toMatchObject({ status: 422, result: { errors: [{ field: 'trackingNo' }] } });
  await must(complete(id, { cost: (quoted + 0.5).toFixed(2) }));
  expect(await at.shipment(id)).toMatchObject({ labelHold: null, trackingNo: row['trackingNo'] });
  expect(await complete(id, { cost: '99.00' })).toMatchObject({ success: false, status: 409 });
  await must(at.make(id, 'ship'));
  const after = await at.wallet();
  expect(after.held).toBe(before.held);
  expect(Number(before.available) - Number(after.available)).toBeCloseTo(quoted + 0.5, 5);
});

test('a paid label without a price is voided as any other, and nothing is charged', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await onBuy('label-odd', odd({ total: null, currency: null }));
  await must(at.make(id, 'buyLabel'));
  const [label] = await at.labels(id);
  await must(voidLabel(label?.id, 'void unpriced'));
  await at.scene.settled();
  expect(await at.shipment(id)).toMatchObject({ status: 'packed', labelHold: null });
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'released' }]);
  expect(await at.wallet()).toEqual(before);
});

test('a paid label without number, price and file is completed piece by piece, then it leaves', async () => {
  const id = await bought(2, odd({ parcels: null, total: 'call us', file: { base64: '' } }));
  const missing = '承运商没有给出运单号（2 箱，可读的 0 个）';
  const held = async () => (await at.shipment(id))['labelHold'];
  expect(await held()).toBe(`承运商没有给出可读的面单费；${missing}`);
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', trackingNo: null });
  const give = () => upload(at.scene, at.packer, `/fulfilment/shipment/${id}/labelFile`, Buffer.from(zpl('D')));
  // The file may come first; it ends none of the others.
  await must(give());
  expect(await held()).toBe(`承运商没有给出可读的面单费；${missing}`);
  const shared = await at.packer.post(`/fulfilment/shipment/${id}/resolveLabel`, { pages: [] });
  expect(shared).toMatchObject({ success: false });
  expect(shared.message).toContain('补录面单');
  // On an account of one's own the carrier's price is whatever it was.
  await must(complete(id, { cost: '0.01', currency: 'CAD' }));
  expect(await held()).toBe(missing);
  expect(await at.labels(id)).toMatchObject([{ cost: '0.01', currency: 'CAD', note: '面单费由 cangku 补录' }]);
  for (const trackingNo of ['SW-0001,SW-0002,SW-0003', '1234567890 12 1234567890']) {
    const refused = await complete(id, { trackingNo });
    expect(refused).toMatchObject({ status: 422, result: { errors: [{ field: 'trackingNo' }] } });
  }
  const other = await bought();
  const taken = (await at.shipment(other))['trackingNo'];
  expect((await complete(id, { trackingNo: taken })).message).toContain('已用于其他订单');
  await must(complete(id, { trackingNo: 'SWA0000001, SWA0000002' }));
  expect(await at.shipment(id)).toMatchObject({
    labelHold: null,
    trackingNo: 'SWA0000001,SWA0000002',
  });
  const boxes = await boxesOf(at, id);
  expect(boxes.map(({ trackingNo }) => trackingNo)).toEqual(['SWA0000001', 'SWA0000002']);
  expect(new Set(boxes.map(({ labelAssetId }) => labelAssetId)).size).toBe(2);
  expect(await at.labels(id)).toMatchObject([{ trackingNo: 'SWA0000001,SWA0000002' }]);
  await must(at.make(id, 'ship'));
});

test('of three numbers one is missing: no box gets one by guess', async () => {
  const parcels = [{ trackingNumber: 'SWB001' }, { trackingNumber: null }, { trackingNumber: 'SWB003' }];
  const id = await bought(3, odd({ parcels }));
  expect(await at.shipment(id)).toMatchObject({
    trackingNo: null,
    labelHold: '承运商没有给出运单号（3 箱，可读的 2 个）',
  });
  expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null, null, null]);
  expect(await at.labels(id)).toMatchObject([{ trackingNo: 'SWB001,SWB003' }]);
  await must(complete(id, { trackingNo: 'SWB001,SWB002,SWB003' }));
  expect(await at.shipment(id)).toMatchObject({ labelHold: null });
});

test.each(['N/A', '<b>1</b>', '0000000000', "1Z999AA1'--"])(
  'a paid label under %j has no number: it waits for a person, and no other order is said to have it',
  async (given) => {
    for (let order = 0; order < 2; order += 1) {
      const id = await bought(1, odd({ parcels: [{ trackingNumber: given }] }));
      expect(await at.shipment(id)).toMatchObject({
        status: 'labelled',
        trackingNo: null,
        labelHold: `承运商没有给出运单号（1 箱，可读的 0 个，给的是“${given}”）`,
      });
      expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null]);
      const [label] = await at.labels(id);
      expect(label).toMatchObject({ status: 'active', trackingNo: null });
      expect(Number(label?.cost)).toBeGreaterThan(0);
      expect((await at.makeQuietly(id, 'ship')).success).toBe(false);
      expect(await complete(id, { trackingNo: given })).toMatchObject({
        status: 422,
        result: { errors: [{ field: 'trackingNo', message: expect.stringContaining('不是运单号') }] },
      });
      const typed = `SWG${(typedNumbers += 1)}000001`;
      await must(complete(id, { trackingNo: typed }));
      expect(await at.shipment(id)).toMatchObject({ labelHold: null, trackingNo: typed });
      await must(at.make(id, 'ship'));
    }
  },
);
let typedNumbers = 0;

test('of two parcels the second is given no number: neither box gets one by guess, and the price stays held', async () => {
  const { id } = await at.packed('platform', 2);
  const before = await at.wallet();
  await onBuy('label-odd', odd({ parcels: [{ trackingNumber: 'SWH0000001' }, { trackingNumber: 'N/A' }] }));
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({
    status: 'labelled',
    trackingNo: null,
    labelHold: '承运商没有给出运单号（2 箱，可读的 1 个，给的是“N/A”）',
  });
  expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null, null]);
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held', trackingNo: 'SWH0000001' }]);
  expect((await at.wallet()).held).not.toBe(before.held);
  await must(complete(id, { trackingNo: 'SWH0000001,SWH0000002' }));
  expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual(['SWH0000001', 'SWH0000002']);
  await must(at.make(id, 'ship'));
});

test('a number that a carrier gives in letters of another alphabet is kept in Latin, and asked about as a typed one', async () => {
  // А and А are Cyrillic; the last digit proves nothing.
  const id = await bought(1, odd({ parcels: [{ trackingNumber: '1Z999АА10123456785' }] }));
  expect(await at.shipment(id)).toMatchObject({ labelHold: null, trackingNo: '1Z999AA10123456785' });
  const doubt = '1Z999AA10123456785 的校验位不对，不像 UPS 的运单号，请对照面单核对';
  expect((await at.labels(id))[0]?.note).toBe(doubt);
  expect(await must(at.packer.get(`/fulfilment/shipment/${id}/packing`))).toMatchObject({ numberDoubt: doubt });
});

test('one number for two boxes waits for a person, however it is written', async () => {
  for (const [first, second] of [
    ['SWE0000001', 'SWE0000001'],
    ['SWF0000001', 'swf 0000001'],
  ]) {
    const parcels = [{ trackingNumber: first }, { trackingNumber: second }];
    const id = await bought(2, odd({ parcels }));
    expect(await at.shipment(id)).toMatchObject({
      trackingNo: null,
      labelHold: `运单号 ${first} 给了不止一箱，请核对每箱的运单号`,
    });
    expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null, null]);
    expect((await at.makeQuietly(id, 'ship')).success).toBe(false);
    const again = await complete(id, { trackingNo: `${first},${second}` });
    expect(again).toMatchObject({ status: 422, result: { errors: [{ field: 'trackingNo' }] } });
    expect(again.message).toContain('填了不止一次');
    await must(complete(id, { trackingNo: `${first},${first}9` }));
    expect(await at.shipment(id)).toMatchObject({ labelHold: null });
  }
});

test('fewer numbers than boxes are completed as well', async () => {
  const id = await bought(3, odd({ parcels: [{ trackingNumber: 'SWD001' }, { trackingNumber: 'SWD002' }] }));
  expect(await at.shipment(id)).toMatchObject({ labelHold: '面单 2 个运单号，箱子 3 个' });
  await must(complete(id, { trackingNo: 'SWD001,SWD002,SWD003' }));
  expect(await at.shipment(id)).toMatchObject({
    labelHold: null,
    trackingNo: 'SWD001,SWD002,SWD003',
  });
});

test('a paid label with an empty file waits for one', async () => {
  const id = await bought(1, odd({ file: { mime: 'application/pdf', base64: '' } }));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: '没有面单文件' });
  expect((await boxesOf(at, id))[0]?.trackingNo).toBeTruthy();
  await must(upload(at.scene, at.packer, `/fulfilment/shipment/${id}/labelFile`, Buffer.from('^XA^FD1^FS^XZ')));
  expect(await at.shipment(id)).toMatchObject({ labelHold: null });
});

test('each box has its own number and its own page', async () => {
  const { id } = await at.packed('own', 3);
  await must(at.make(id, 'buyLabel'));
  const boxes = await boxesOf(at, id);
  expect(boxes).toHaveLength(3);
  expect(new Set(boxes.map(({ trackingNo }) => trackingNo)).size).toBe(3);
  expect(new Set(boxes.map(({ labelAssetId }) => labelAssetId)).size).toBe(3);
  const printed = await at.packer.raw('POST', '/fulfilment/shipment/printLabels', { ids: [id] });
  expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const [label] = await at.labels(id);
  expect(label).toMatchObject({ charge: 'none', printedCount: 1 });
});

test('what is left of a voided label is not printed again', async () => {
  const { id } = await at.packed('own');
  await must(at.make(id, 'buyLabel'));
  const [label] = await at.labels(id);
  const print = (): Promise<{ status: number }> =>
    at.packer.raw('POST', '/fulfilment/shipment/printLabels', { ids: [id] });
  expect(await print()).toMatchObject({ status: 200 });
  await must(
    at.admin.post(
      `/fulfilment/shippingLabel/${label?.id}/voidLabel`,
      { reason: '地址错了' },
      { 'idempotency-key': 'void before print' },
    ),
  );
  await at.scene.settled();
  expect(await at.shipment(id)).toMatchObject({ status: 'packed' });
  expect((await print()).status).toBe(404);
  await must(at.make(id, 'buyLabel'));
  expect(await print()).toMatchObject({ status: 200 });
});

test('a refusal leaves the shipment packed with the reason, and what was held free', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await onBuy('label-refused');
  await must(at.make(id, 'buyLabel'));
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'packed' });
  expect(row['labelError']).toContain('does not deliver to this address');
  expect(await at.wallet()).toEqual(before);
  expect(await at.labels(id)).toMatchObject([{ status: 'failed', charge: 'released' }]);
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
});

test('a carrier that is away fails a purchase that was never asked for: nobody has to end it', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  for (const operation of ['carrier.rates', 'carrier.find'])
    await fault(at.scene, { fault: '503', match: { operation, times: 'always' } });
  await must(at.make(id, 'buyLabel'));
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'packed' });
  expect(row['labelError']).toContain('503');
  expect(await at.labels(id)).toMatchObject([{ status: 'failed' }]);
  expect(await at.wallet()).toEqual(before);
});

test('a refused key fails the purchase and is said at the account', async () => {
  const { id } = await at.packed('platform');
  await fault(at.scene, { fault: 'bad-credentials', match: { operation: 'carrier.rates' } });
  await must(at.make(id, 'buyLabel'));
  expect((await at.shipment(id))['labelError']).toContain('拒绝授权');
  const account = await firstOf<{ id: string; fault: string }>(at.admin, '/base/carrierAccount/list', {
    name: 'Swift 系统',
  });
  expect(account.fault).toContain('拒绝授权');
  const tested = await must(at.admin.post<{ ok: boolean }>(`/base/carrierAccount/${account.id}/test`));
  expect(tested.ok).toBe(true);
});

test('two people who buy at once buy once', async () => {
  const { id } = await at.packed('platform');
  const retained = await at.kept();
  const answers = await Promise.all([at.makeQuietly(id, 'buyLabel'), at.makeQuietly(id, 'buyLabel')]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  await at.scene.settled();
  expect(await at.kept()).toBe(retained + 1);
});

test('typed numbers are for ways to ship without an account, and an account for what it can do', async () => {
  const { id } = await at.packed('own');
  const typed = await at.make(id, 'ownLabel', { carrierCode: 'X', trackingNo: 'TRUCK-1' });
  expect(typed).toMatchObject({ status: 409 });
  expect(typed.message).toContain('面单向承运商购买');
  const { id: method } = await firstOf(at.admin, '/base/shipMethod/list', { name: 'swift own' });
  const row = await must(at.admin.get<{ version: number }>('/base/shipMethod/queryById', { id: method }));
  const wrong = await at.admin.put('/base/shipMethod/edit', {
    id: method,
    version: row.version,
    accountOwner: 'platform',
  });
  expect(wrong).toMatchObject({ status: 422 });
  expect(wrong.message).toContain('自有账号');
  const used = await at.admin.delete('/base/carrierAccount/delete', {
    id: (await firstOf(at.admin, '/base/carrierAccount/list', { name: 'Swift 自有' })).id,
  });
  expect(used.message).toContain('仍被物流渠道选用');
});

test('a scale that says 0 is no measure', async () => {
  const { id } = await at.packed('own');
  await must(at.make(id, 'reopen'));
  const { records } = await must(
    at.packer.get<{ records: { id: string }[] }>('/fulfilment/box/list', { shipmentId: id }),
  );
  const boxId = records[0]?.id ?? '';
  await at.packer.post(`/fulfilment/box/${boxId}/reopen`);
  const sizes = { lengthMm: 300, widthMm: 300, heightMm: 300 };
  const zero = await at.packer.post(`/fulfilment/box/${boxId}/measure`, { ...sizes, weightG: 0 });
  expect(zero).toMatchObject({ status: 422 });
  expect(JSON.stringify(zero)).toContain('weightG');
});

test('a label is voided in time: money, numbers and shipment are as before', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  const [label] = await at.labels(id);
  const retained = await at.kept();
  // The carrier lets itself be asked a second time: until then the label is neither good nor gone.
  await fault(at.scene, {
    fault: '429',
    retryAfterSeconds: 3,
    match: { operation: 'carrier.void' },
  });
  await must(voidLabel(label?.id, 'key 1'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
  expect((await at.makeQuietly(id, 'ship')).message).toContain('正在作废');
  await at.scene.settled();
  expect(await at.shipment(id)).toMatchObject({ status: 'packed', trackingNo: null });
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'released' }]);
  expect(await at.wallet()).toEqual(before);
  expect(await at.kept()).toBe(retained - 1);
  await must(at.make(id, 'buyLabel'));
  await must(at.make(id, 'ship'));
  const [used] = await at.labels(id);
  expect((await voidLabel(used?.id, 'key 2')).message).toContain('已随面单发出');
});

const voidLabel = (id: string | undefined, key: string) =>
  at.admin.post(`/fulfilment/shippingLabel/${id}/voidLabel`, { reason: '地址错了' }, { 'idempotency-key': key });

const unship = (id: string) =>
  at.admin.post(`/fulfilment/shipment/${id}/unship`, { reason: '没装车' }, { 'idempotency-key': `unship ${++undone}` });
let undone = 0;

test('goods that have not left after all: the label is charged once, and its price comes back with a void', async () => {
  const before = await at.wallet();
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  await must(at.make(id, 'ship'));
  await must(unship(id));
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'charged' }]);
  await must(at.make(id, 'ship'));
  await must(unship(id));
  const [label] = await at.labels(id);
  await must(voidLabel(label?.id, 'key 3'));
  await at.scene.settled();
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'refunded' }]);
  expect(await at.wallet()).toEqual(before);
});

test('a voided shipment voids its label; past its time the loss is said and confirmed', async () => {
  const { id, orderId } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  await must(at.make(id, 'voidShipment', { reason: '买家不要' }));
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'released' }]);
  expect((await at.order(orderId)).labelLoss).toBe(false);

  const late = await at.packed('platform');
  await must(at.make(late.id, 'buyLabel'));
  await at.scene.pass(49 * 3_600_000);
  const refused = await at.make(late.id, 'voidShipment', { reason: '买家不要' });
  expect(refused.message).toContain('面单损失');
  await must(at.make(late.id, 'voidShipment', { reason: '买家不要', acceptLabelLoss: true }));
  expect(await at.labels(late.id)).toMatchObject([{ status: 'lost', charge: 'charged' }]);
  expect((await at.order(late.orderId)).labelLoss).toBe(true);
});

test('a cancelled order voids its label without a loss; where the carrier refuses, the loss is said', async () => {
  const { id, orderId } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  await must(at.clerk.post(`/orders/salesOrder/${orderId}/cancel`, { reason: '买家取消' }));
  await at.scene.settled();
  expect(await at.labels(id)).toMatchObject([{ status: 'voided', charge: 'released' }]);

  const moved = await at.packed('platform');
  await must(at.make(moved.id, 'buyLabel'));
  // The truck took it before anybody noted that.
  await at.scene.pass(5 * 3_600_000);
  await must(at.clerk.post(`/orders/salesOrder/${moved.orderId}/cancel`, { reason: '买家取消' }));
  await at.scene.settled();
  const [label] = await at.labels(moved.id);
  expect(label).toMatchObject({ status: 'lost', charge: 'charged' });
  expect(label?.error).toContain('承运商拒绝作废');
  expect((await at.order(moved.orderId)).labelLoss).toBe(true);
});

test('a purchase whose outcome nobody knows is not given up: its money would stay held for ever', async () => {
  const { id } = await at.packed('platform');
  await fault(
    at.scene,
    { fault: 'timeout-after-commit', match: { operation: 'carrier.buy' } },
    { fault: 'bad-credentials', match: { operation: 'carrier.find', times: 'always' } },
  );
  await must(at.make(id, 'buyLabel'));
  expect(await deadWork(at)).toMatchObject([{ handler: 'fulfilment.buyLabel' }]);
  const task = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'fulfilment.buyLabel',
    status: 'dead',
  });
  const given = await at.admin.post(`/desk/delivery/${task.id}/abandon`, { reason: '不买了' });
  expect(given).toMatchObject({ status: 409 });
  expect(given.message).toContain('请重试，会先向承运商核对');
  await at.scene.sim('DELETE', '/faults');
  await must(at.admin.post(`/desk/delivery/${task.id}/retry`));
  await at.scene.settled();
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held' }]);
});

test('a purchase on an own account is given up once it has failed and somebody has looked', async () => {
  const [{ id }, later] = [await at.packed('own'), await at.packed('own')];
  await fault(
    at.scene,
    { fault: 'timeout', match: { operation: 'carrier.buy', times: 'always' } },
    { fault: 'bad-credentials', match: { operation: 'carrier.find', times: 'always' } },
  );
  await must(at.make(id, 'buyLabel'));
  const task = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'fulfilment.buyLabel',
    status: 'dead',
  });
  // One that waits for its next try may be bought any moment.
  await must(at.makeQuietly(later.id, 'buyLabel'));
  await at.scene.app.worker.settled();
  const waiting = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'fulfilment.buyLabel',
    status: 'pending',
  });
  const abandon = (taskId: string) =>
    at.admin.post(`/desk/delivery/${taskId}/abandon`, { reason: '承运商后台没有出单' });
  expect(await abandon(waiting.id)).toMatchObject({ status: 409 });
  await must(abandon(task.id));
  expect(await at.labels(id)).toMatchObject([{ status: 'failed', error: 'admin 确认未出单：承运商后台没有出单' }]);
  expect(await at.shipment(id)).toMatchObject({
    status: 'packed',
    labelError: 'admin 确认未出单：承运商后台没有出单',
  });
  await at.scene.sim('DELETE', '/faults');
  const retained = await at.kept();
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
  // With the one that waited.
  expect(await at.kept()).toBe(retained + 2);
  expect(await deadWork(at)).toEqual([]);
});

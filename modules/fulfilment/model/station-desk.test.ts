import { expect, test } from 'vitest';
import { hear } from './station-desk.ts';
import { EMPTY_DESK, type Desk, type DeskRules, type Heard } from './station-input.ts';
import { weighed } from './station-weigh.ts';
import { cartonCodeOf } from './station-codes.ts';
import { measuresOfText } from './station-scan.ts';
import type { StationBox, StationShipment } from './station.ts';

const PLAN: DeskRules = { isWeighed: false, tolerance: 10 };
const SCALE: DeskRules = { isWeighed: true, tolerance: 10 };

const boxOf = (carton: number, more: Partial<StationBox> = {}): StationBox => ({
  id: `box${carton}`,
  boxNo: `BX00${carton}`,
  status: 'open',
  content: null,
  trackingNo: null,
  lengthMm: 600,
  widthMm: 300,
  heightMm: 200,
  weightG: 10_000,
  plannedG: 10_000,
  labelKey: null,
  prints: 0,
  items: [
    {
      shipmentLineId: 'line',
      orderLineId: 'order',
      skuId: 'sku',
      channelSku: 'BED',
      piece: 1,
      qty: 1,
      cartonNo: carton,
      cartons: 3,
      label: `部件${carton}`,
    },
  ],
  ...more,
});

const bed = (more: Partial<StationShipment> = {}): StationShipment => ({
  id: 's1',
  version: 1,
  shipmentNo: 'SH1',
  status: 'packing',
  priority: 'normal',
  environment: 'live',
  orderType: 'dropship',
  warehouseId: 'w',
  accountOwner: 'marketplace',
  labelSource: null,
  labelError: null,
  labelHold: null,
  carrierCode: null,
  class: null,
  pickupDate: null,
  channelOrderNo: 'PO1',
  orderNo: 'SO1',
  holds: [],
  warehouse: 'NJ',
  warehouseZone: null,
  shipBy: null,
  lacksCustoms: false,
  holder: { name: '我', isMe: true },
  atHand: null,
  lines: [
    {
      id: 'line',
      skuId: 'sku',
      channelSku: 'BED',
      name: '床',
      picture: null,
      qty: 1,
      codes: ['WB-BED', '860114000017'],
    },
  ],
  boxes: [boxOf(1), boxOf(2), boxOf(3)],
  ...more,
});

const at = (shipment: StationShipment): Desk => ({ ...EMPTY_DESK, shipment });

/** Scans one after the other. @returns what came of the last */
const scans = (desk: Desk, rules: DeskRules, ...codes: string[]): Heard =>
  codes.reduce<Heard>((heard, code) => hear(heard.desk, code, rules), { desk });

test('with nothing open a code is looked up', () => {
  expect(hear(EMPTY_DESK, 'PO1', PLAN).effect).toEqual({ do: 'find', code: 'PO1', isFree: true });
});

test('three cartons light up one after the other, by the code of the goods or of each', () => {
  for (const codes of [
    ['WB-BED', 'bed', '860114000017'],
    ['WB-BED 1/3', 'WB-BED#2/3', 'BED 3/3'],
    ['BX003', 'bx001', 'BX002'],
  ]) {
    const first = scans(at(bed()), PLAN, codes[0] as string);
    expect(first.effect).toMatchObject({ do: 'step', step: { kind: 'seal', code: codes[0] } });
    expect(first.desk.message?.description).toBe('还差 2 箱');
    const last = scans(first.desk, PLAN, ...codes.slice(1));
    expect(last.desk.message).toMatchObject({ tone: 'done', description: '箱子齐了' });
    expect(last.desk.shipment).toMatchObject({ status: 'packed' });
    expect(last.desk.shipment?.boxes.map(({ status }) => status)).toEqual(['sealed', 'sealed', 'sealed']);
  }
});

test('where cartons carry marks the same one is not taken for another: its goods alone say too little', () => {
  const first = scans(at(bed()), PLAN, 'WB-BED 1/3');
  expect(first.desk.message?.title).toBe('第 1/3 箱 部件1 已封箱');
  const twice = scans(first.desk, PLAN, 'WB-BED 1/3');
  expect(twice.desk.stop?.title).toBe('第 1/3 箱 部件1 已封箱');
  const plain = scans(first.desk, PLAN, '860114000017');
  expect(plain.desk.stop).toMatchObject({ title: '请扫箱标' });
  expect(plain.effect).toBeUndefined();
  // The next bed is read by its marks, too.
  const next = { ...first.desk, shipment: bed() };
  expect(hear(next, 'WB-BED', PLAN).desk.stop?.title).toBe('请扫箱标');
  expect(hear(next, 'WB-BED 3/3', PLAN).effect).toMatchObject({ do: 'step' });
});

test('repeated, spare, foreign and already packed: all stops until it is acknowledged', () => {
  const one = scans(at(bed()), PLAN, 'WB-BED 1/3');
  for (const [code, title] of [
    ['WB-BED 1/3', '第 1/3 箱 部件1 已封箱'],
    ['BX001', '第 1/3 箱 部件1 已封箱'],
    ['WB-CHAIR', 'WB-CHAIR 不属于这一单'],
    ['BX999', 'BX999 不属于这一单'],
  ] as const) {
    const red = hear(one.desk, code, PLAN);
    expect([code, red.desk.stop?.title, red.effect]).toEqual([code, title, undefined]);
    // A right scan is no answer to it.
    const still = hear(red.desk, 'WB-BED 2/3', PLAN);
    expect(still).toEqual({ desk: red.desk, tone: 'failed' });
    for (const ack of ['', 'wb-ok']) expect(hear(red.desk, ack, PLAN).desk.stop).toBeNull();
  }
  const all = scans(at(bed()), PLAN, 'BX001', 'BX002', 'BX003');
  const again = { ...(all.desk.shipment as StationShipment), status: 'packing' as const };
  expect(hear(at(again), 'WB-BED', PLAN).desk.stop?.title).toBe('这一件多出来了');
});

test('before anything is packed another number leads elsewhere', () => {
  expect(hear(at(bed()), 'PO2', PLAN).effect).toEqual({ do: 'find', code: 'PO2', isFree: true });
});

test('somebody else is at it: refused by name, whatever is scanned', () => {
  const held = bed({ holder: { name: '李四', isMe: false } });
  expect(hear(at(held), 'BX001', PLAN).desk.stop?.title).toBe('李四 正在打这一单');
});

test('with a scale a carton is taken, weighed, and then sealed', () => {
  const taken = hear(at(bed()), 'BX002', SCALE);
  expect(taken.effect).toEqual({ do: 'step', step: { kind: 'take', boxId: 'box2', code: 'BX002' } });
  for (const [reading, words] of [
    [{ grams: 0, isStable: true }, '没有重量'],
    [{ grams: -40, isStable: true }, '负'],
    [{ grams: 9000, isStable: false }, '稳定'],
  ] as const) {
    const refused = weighed(taken.desk, reading, SCALE);
    expect(refused.effect).toBeUndefined();
    expect(refused.desk.message?.title).toContain(words);
  }
  expect(hear(taken.desk, '0', SCALE).desk.message?.title).toContain('不能是 0');
  expect(hear(taken.desk, '-3', SCALE).desk.message?.title).toContain('负');
  expect(hear(taken.desk, '0x10x10', SCALE).desk.message?.title).toBe('尺寸须大于 0');
  expect(hear(taken.desk, 'BX002', SCALE).desk.stop?.title).toContain('已在手上');
  expect(hear(taken.desk, 'BX003', SCALE).desk.stop?.title).toContain('先封好');
  const sealed = weighed(taken.desk, { grams: 10_400, isStable: true }, SCALE);
  expect(sealed.effect).toMatchObject({
    do: 'step',
    step: { kind: 'seal', boxId: 'box2', weightG: 10_400 },
  });
});

test('a weight far from the plan is asked about', () => {
  const taken = hear(at(bed()), 'BX001', SCALE).desk;
  const request = hear(taken, '30', SCALE);
  expect(request.effect).toBeUndefined();
  expect(request.desk.asking).toMatchObject({ boxId: 'box1', weightG: 13_608 });
  expect(hear(request.desk, 'BX002', SCALE)).toEqual({ desk: request.desk, tone: 'failed' });
  expect(hear(request.desk, 'WB-OK', SCALE).effect).toMatchObject({
    step: { kind: 'seal', weightG: 13_608 },
  });
  const dropped = hear(request.desk, 'WB-UNDO', SCALE);
  expect([dropped.effect, dropped.desk.asking]).toEqual([undefined, null]);
  // A carton that is half empty is as far from it.
  expect(hear(taken, '8 kg', SCALE).desk.asking).toMatchObject({ weightG: 8_000 });
  for (const edge of ['9 kg', '11 kg'])
    expect(hear(taken, edge, SCALE).effect).toMatchObject({ step: { kind: 'seal' } });
  expect(hear(taken, '11.01 kg', SCALE).effect).toBeUndefined();
  // Within the tolerance nothing is asked.
  expect(hear(taken, '24.1', SCALE).effect).toMatchObject({ step: { weightG: 10_932 } });
});

test('a box that is not packed any more is no box, and nothing is looked up with one at hand', () => {
  const over = hear(at(bed({ status: 'voided' })), 'BX001', SCALE).desk.stop;
  expect(over?.title).toBe('这一单已不在装箱');
  const taken = hear(at(bed()), 'BX001', SCALE).desk;
  const odd = hear(taken, 'PO-OTHER', SCALE);
  expect([odd.effect, odd.desk.stop?.title]).toEqual([undefined, 'PO-OTHER 不属于这一单']);
});

test('what is read off packed goods is their own number where nobody else makes one', () => {
  const boxes = [1, 2, 3].map((carton) => boxOf(carton, { status: 'sealed' }));
  const own = bed({ status: 'packed', accountOwner: 'own', boxes });
  expect(hear(at(own), ' 1Z999 ', PLAN).effect).toEqual({ do: 'ownLabel', trackingNo: '1Z999' });
  const channels = bed({ status: 'packed', boxes });
  expect(hear(at(channels), 'PO2', PLAN).effect).toEqual({ do: 'find', code: 'PO2', isFree: true });
});

test('a number of another carrier is read twice before it is taken', () => {
  const boxes = [1, 2, 3].map((carton) => boxOf(carton, { status: 'sealed' }));
  const own = bed({ status: 'packed', accountOwner: 'own', carrierCode: 'FEDEX', boxes });
  const first = hear(at(own), '9400111899223033005282', PLAN);
  expect([first.effect, first.desk.message?.title]).toEqual([
    undefined,
    '9400111899223033005282 是 USPS 的运单号格式，承运商填的是 FEDEX，请核对',
  ]);
  // Another number is another question.
  expect(hear(first.desk, '1Z999AA10123456784', PLAN).effect).toBeUndefined();
  expect(hear(first.desk, '9400111899223033005282', PLAN).effect).toEqual({
    do: 'ownLabel',
    trackingNo: '9400111899223033005282',
  });
});

test('of boxes alike the one at hand is not scanned again for the next', () => {
  const alike = [1, 2].map((n) => {
    const { items, ...box } = boxOf(n);
    return { ...box, items: items.map((item) => ({ ...item, cartonNo: 1, cartons: 1 })) };
  });
  const taken = hear(at(bed({ boxes: alike })), 'WB-BED', SCALE);
  expect(taken.effect).toMatchObject({ step: { kind: 'take', boxId: 'box1' } });
  expect(hear(taken.desk, 'WB-BED', SCALE).desk.stop?.title).toContain('先封好');
});

test('a component leads to its boxes by its code alone: with a carton number it is other goods', () => {
  const legs = [1, 2].map((carton) => {
    const { items, ...box } = boxOf(carton);
    return { ...box, items: items.map((item) => ({ ...item, label: `WB-LEG ${carton} 床脚` })) };
  });
  const set = at(bed({ boxes: legs }));
  expect(hear(set, 'WB-LEG', SCALE).effect).toMatchObject({ step: { boxId: 'box1' } });
  expect(hear(set, 'WB-LEG 2/2', SCALE).effect).toMatchObject({ do: 'find' });
});

test('what no plan says is asked for', () => {
  const bare = bed({
    boxes: [boxOf(1, { lengthMm: null, widthMm: null, heightMm: null, weightG: null, plannedG: null })],
  });
  const taken = hear(at(bare), 'BX001', PLAN);
  expect(taken.effect).toMatchObject({ step: { kind: 'take' } });
  const weight = hear(taken.desk, '20', PLAN);
  expect(weight.desk.message?.title).toContain('尺寸');
  expect(hear(weight.desk, '24x18x6', PLAN).effect).toMatchObject({
    step: { kind: 'seal', weightG: 9072, lengthMm: 610, widthMm: 457, heightMm: 152 },
  });
});

test('control codes steer', () => {
  const desk = at(bed());
  expect(hear(desk, 'WB-UNDO', PLAN).effect).toEqual({ do: 'step', step: { kind: 'undo' } });
  expect(hear(desk, 'WB-NEXT', PLAN).effect).toEqual({ do: 'next' });
  expect(hear(desk, 'wb-reprint', PLAN).effect).toEqual({ do: 'reprint' });
  expect(hear(desk, 'WB-SEAL', PLAN).desk.message?.tone).toBe('failed');
  const taken = hear(desk, 'BX001', SCALE).desk;
  expect(hear(taken, 'WB-SEAL', SCALE).effect).toMatchObject({
    step: { kind: 'seal', weightG: 10_000 },
  });
  expect(hear(taken, '', SCALE).desk.message?.title).toContain('没有读数');
});

test('one of several is chosen by its number', () => {
  const choices = ['a', 'b'].map((id) => ({
    id,
    shipmentNo: id,
    channelOrderNo: id,
    status: 'draft' as const,
    priority: 'normal' as const,
    warehouseId: 'w',
    goods: null,
    shipBy: null,
  }));
  expect(hear({ ...EMPTY_DESK, choices }, '2', PLAN).effect).toEqual({ do: 'open', id: 'b' });
  expect(hear({ ...EMPTY_DESK, choices }, '3', PLAN).effect).toBeUndefined();
});

test('measures as they are typed, and codes that are none', () => {
  expect(measuresOfText('12.5')).toEqual({ weightG: 5670 });
  expect(measuresOfText('12.5kg')).toEqual({ weightG: 12_500 });
  expect(measuresOfText('16 oz')).toEqual({ weightG: 454 });
  expect(measuresOfText('24 x 18 x 6')).toMatchObject({ lengthMm: 610 });
  expect(measuresOfText('12.5 lb 24x18x6')).toEqual({
    weightG: 5670,
    lengthMm: 610,
    widthMm: 457,
    heightMm: 152,
  });
  for (const text of ['860114000017', 'BX001', '12.5 stone', '', '1.2.3', '1 2', 'abc 24x18x6'])
    expect([text, measuresOfText(text)]).toEqual([text, null]);
  expect(cartonCodeOf('WB-BED-QN 2/3')).toEqual({ goods: 'WB-BED-QN', cartonNo: 2, cartons: 3 });
  for (const text of ['WB-BED', '2/3', 'WB-BED 4/3', 'WB-BED 0/3'])
    expect([text, cartonCodeOf(text)]).toEqual([text, null]);
});

import { expect, test } from 'vitest';
import { inchesToMm, poundsToGrams } from '#kit/model/unit.ts';
import { freightOf, type Consignment, type FreightTariff } from './freight-price.ts';
import { readRates, readSurcharges, readZones, zoneOf } from './freight-sheets.ts';
import { USUAL_DIM, type BoxSize } from './ship-class.ts';

const box = (length: number, width: number, height: number, pounds: number): BoxSize => ({
  lengthMm: inchesToMm(length),
  widthMm: inchesToMm(width),
  heightMm: inchesToMm(height),
  weightG: poundsToGrams(pounds),
});
const RATES = '重量\t2\t8\n1\t8.50\t12\n50\t40\t90.00\n58\t45\t-\n续重\t0.75\t2';
const tariff = (more: Partial<FreightTariff> = {}): FreightTariff => {
  const rates = readRates(RATES);
  if ('fault' in rates) throw new Error(rates.fault.message);
  return {
    currency: 'USD',
    unit: 'lb',
    rates: rates.value,
    surcharges: [],
    least: null,
    fuelRate: null,
    residentialFee: null,
    ...more,
  };
};
const priced = (of: FreightTariff, cartons: BoxSize[], more: Partial<Consignment> = {}) => {
  const request = { cartons, isParcel: true, zone: '2', isResidential: false, dim: USUAL_DIM };
  const found = freightOf(of, { ...request, ...more });
  return 'fault' in found
    ? [found.fault]
    : [...found.figures.map(({ title, amount }) => `${title} ${amount}`), `${found.total}`];
};

test('40×20×10 in of 38.2 lb is charged as 58 lb, and says why (domain.md §4)', () => {
  const found = freightOf(tariff(), {
    cartons: [box(40, 20, 10, 38.2)],
    isParcel: true,
    zone: '2',
    isResidential: false,
    dim: USUAL_DIM,
  });
  expect(found).toMatchObject({
    total: 4500n,
    figures: [
      {
        how: '分区 2，实重 38.2 lb，材积重 58 lb（40×20×10 in ÷ 139），计费重 58 lb，不超过 58 lb 为 45',
      },
    ],
  });
});

test('sides that a way to ship rounds up are shown as they count, in inches and in centimetres', () => {
  const request = {
    cartons: [box(12.1, 12.1, 12.1, 5)],
    isParcel: true,
    zone: '2',
    isResidential: false,
    dim: { ...USUAL_DIM, roundsSides: true },
  };
  expect(freightOf(tariff(), request)).toMatchObject({
    figures: [{ how: expect.stringContaining('材积重 16 lb（13×13×13 in，各边已进位 ÷ 139）') }],
  });
  // 307 mm are 31 cm: 29 791 cm³ of 16.387 cm³ each are 1818 in³, 13.08 lb, 5.93 kg.
  expect(freightOf(tariff({ unit: 'kg' }), request)).toMatchObject({
    figures: [{ how: expect.stringContaining('材积重 6 kg（31×31×31 cm，各边已进位 ÷ 139）') }],
  });
});

test('each unit over the last step has its price; a zone without a price carries nothing', () => {
  // 59.5 lb are 60 of them: 45.00 and two more at 0.75.
  expect(priced(tariff(), [box(10, 10, 10, 59.5)])).toEqual(['第 1 箱运费 4650', '4650']);
  expect(priced(tariff(), [box(10, 10, 10, 55)], { zone: '8' })).toEqual(['价表没有 55 lb 到这个分区的价格']);
  expect(priced(tariff(), [box(10, 10, 10, 5)], { zone: '9' })).toEqual(['价表没有分区 9 的价格']);
  const rates = readRates('重量,2\n10,8');
  if ('fault' in rates) throw new Error('no rates');
  expect(priced(tariff({ rates: rates.value }), [box(10, 10, 10, 10.1)])).toEqual(['计费重 11 lb 超过价表的 10 lb']);
});

test('freight is charged once for what all cartons weigh, parcels carton by carton', () => {
  const two = [box(10, 10, 10, 25), box(10, 10, 10, 25)];
  expect(priced(tariff(), two)).toEqual(['第 1 箱运费 4000', '第 2 箱运费 4000', '8000']);
  expect(priced(tariff(), two, { isParcel: false })).toEqual(['运费 4000', '4000']);
});

test('the least, the dearest surcharge of a carton, a residence, and fuel on all of it', () => {
  const surcharges = readSurcharges(
    '名称\t最长边\t围长\t重量\t金额\n超长\t48\t\t\t12\n超大\t96\t130\t\t70.5\n超重\t\t\t50\t30',
  );
  if ('fault' in surcharges) throw new Error(surcharges.fault.message);
  const dear = tariff({
    surcharges: surcharges.value,
    least: '9.9900',
    fuelRate: '0.15000000',
    residentialFee: '4.2500',
  });
  expect(priced(dear, [box(5, 5, 5, 1)])).toEqual(['第 1 箱运费 999', '燃油附加费 150', '1149']);
  // 60 + 2·(30 + 22) = 164 in are over 130: the dearer one alone.
  const long = freightOf(dear, {
    cartons: [box(60, 30, 22, 40)],
    isParcel: false,
    zone: '2',
    isResidential: true,
    dim: { ...USUAL_DIM, dimDivisor: 1000 },
  });
  expect(long).toMatchObject({
    figures: [
      { amount: 4000n },
      { title: '第 1 箱超大', how: '长加围长 164 in，超过 130 in', amount: 7050n },
      { title: '住宅附加费', how: '1 箱 × 4.25', amount: 425n },
      { title: '燃油附加费', how: '以上之和 × 15%', amount: 1721n },
    ],
    total: 13196n,
  });
});

test('a limit of a surcharge may be reached, not passed', () => {
  const surcharges = readSurcharges('超长\t48\t\t\t12');
  if ('fault' in surcharges) throw new Error(surcharges.fault.message);
  const of = tariff({ surcharges: surcharges.value });
  expect(priced(of, [box(48, 5, 5, 1)])).toHaveLength(2);
  expect(priced(of, [box(48.1, 5, 5, 1)])).toHaveLength(3);
});

test('tables by kilograms count centimetres and whole kilograms', () => {
  const rates = readRates('重量\tA\n1\t10\n20\t50\n续重\t3');
  if ('fault' in rates) throw new Error(rates.fault.message);
  const of = tariff({ unit: 'kg', currency: 'CNY', rates: rates.value });
  // 8000 in³ ÷ 139 are 57.55 lb, 26.1 kg, so 27 of them: seven over twenty.
  expect(priced(of, [box(40, 20, 10, 38.2)], { zone: 'A' })).toEqual(['第 1 箱运费 7100', '7100']);
});

test('a sheet says its line where something is wrong', () => {
  const line = (text: string): unknown => {
    const read = readRates(text);
    return 'fault' in read ? `${read.fault.line}: ${read.fault.message}` : read.value.steps.length;
  };
  expect(line('')).toBe('1: 没有内容');
  expect(line('lb\t2\n1\t8')).toBe('1: 首行第一格须为“重量”，后面是各分区');
  expect(line('重量\t2\t2\n1\t8')).toBe('1: 分区重复');
  expect(line('重量\t2\n1\t8\n1\t9')).toBe('3: 重量“1”须大于上一行');
  expect(line('重量\t2\n1\t八元')).toBe('2: 分区 2 的价格“八元”不是数字');
  expect(line('重量\t2\n续重\t1\n9\t9')).toBe('3: “续重”须是最后一行');
  expect(line('Weight\t2\n1\t$1,008.50\n\n2\t1009')).toBe(2);
});

test('the longest prefix wins, one of the warehouse before one of all', () => {
  const read = readZones(
    '国家\t邮编\t到\t分区\t时效\t仓库\nUS\t9\t\t8\t5\t\nUS\t900\t935\t7\t4\t\nUS\t900\t\t2\t1\tLA\nUS\t90210\t\t6\t\t\nca\tM5V\t\tC\t6\t',
  );
  if ('fault' in read) throw new Error(read.fault.message);
  const zone = (postalCode: string, warehouse = 'NJ', country = 'US'): unknown =>
    zoneOf(read.value, { country, postalCode, warehouse })?.zone ?? null;
  expect(zone('98101-1234')).toBe('8');
  expect(zone('90001')).toBe('7');
  expect(zone('90210')).toBe('6');
  expect(zone('90001', 'LA')).toBe('2');
  expect(zone('m5v 2t6', 'NJ', 'CA')).toBe('C');
  expect(zone('10001')).toBeNull();
  expect(zone('90001', 'NJ', 'CA')).toBeNull();
});

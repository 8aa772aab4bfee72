import type { Address } from '#kit/model/address.ts';
import { expect, test } from 'vitest';
import { addressFault } from '../address-check.ts';
import { addressFindings } from './address-findings.ts';
import { statesOfZip } from '#modules/base/model/places/us-zip-states.ts';

const MADISON: Address = {
  name: 'Ida Wells',
  address1: '12 Elm Street',
  city: 'Madison',
  state: 'WI',
  postalCode: '53703',
  country: 'US',
  phone: '608-555-0142',
};
const found = (change: Partial<Address>, isFreight = false) =>
  addressFindings({ ...MADISON, ...change }, { isFreight }).map(({ part, level, reason, suggestions }) => [
    part,
    level,
    reason,
    ...suggestions.map(({ patch }) => patch),
  ]);

test.each([
  ['53703', 'WI'],
  ['10001', 'NY'],
  ['00501', 'NY'],
  ['02139', 'MA'],
  ['90210', 'CA'],
  ['99501', 'AK'],
  ['96799', 'HI AS'],
  ['73301', 'TX'],
  ['88595', 'TX'],
  ['09012', 'AE'],
])('%s lies in %s', (zip, states) => expect(statesOfZip(zip).join(' ')).toBe(states));

test('no prefix belongs to states that do not touch it, and gaps are nobody’s', () => {
  expect(statesOfZip('00100')).toEqual([]);
  expect(statesOfZip('88800')).toEqual([]);
  expect(statesOfZip('5370')).toEqual([]);
});

test('a good address has nothing odd, in either spelling of its postcode', () => {
  expect(found({})).toEqual([]);
  expect(found({ postalCode: '53703-1234' })).toEqual([]);
  expect(found({ country: 'CA', state: 'ON', postalCode: 'K1A 0B1' })).toEqual([]);
  expect(found({ country: 'GB', state: '', postalCode: 'SW1A 1AA', phone: '' })).toEqual([]);
  expect(found({ country: 'DE', state: 'Bayern', postalCode: '80331', phone: '1' })).toEqual([]);
});

test('a postcode knows its state', () => {
  expect(found({ state: 'NY' })).toEqual([['state', 'bad', '邮编与州不符：邮编属于 WI', { state: 'WI' }]]);
  expect(found({ state: 'XX' })).toEqual([['state', 'bad', '州代码不正确', { state: 'WI' }]]);
  expect(found({ state: 'Wisconsin' })).toEqual([['state', 'bad', '州不是两位代码', { state: 'WI' }]]);
  expect(found({ state: 'wi' })).toEqual([['state', 'doubt', '州不是两位代码', { state: 'WI' }]]);
  // Two states share the prefix: nobody guesses.
  expect(found({ state: 'NY', postalCode: '83414' })).toEqual([['state', 'bad', '邮编与州不符：邮编属于 ID/WY']]);
  expect(found({ country: 'CA', state: 'BC', postalCode: 'K1A 0B1' })).toEqual([
    ['state', 'bad', '邮编与省不符：邮编属于 ON', { state: 'ON' }],
  ]);
});

test('what a sheet or a hand made of a postcode is undone where only one reading fits', () => {
  expect(found({ state: 'MA', postalCode: '2139' })).toEqual([
    ['postalCode', 'bad', '邮编不正确', { postalCode: '02139' }],
  ]);
  expect(found({ postalCode: '537O3' })).toEqual([['postalCode', 'bad', '邮编不正确', { postalCode: '53703' }]]);
  // 05370 would lie in Vermont.
  expect(found({ postalCode: '5370' })).toEqual([['postalCode', 'bad', '邮编不正确']]);
  expect(found({ country: 'CA', state: 'ON', postalCode: 'K1AOB1' })).toEqual([
    ['postalCode', 'bad', '邮编不正确', { postalCode: 'K1A 0B1' }],
  ]);
  expect(found({ country: 'GB', state: '', phone: '', postalCode: 'NOWHERE' })).toEqual([
    ['postalCode', 'bad', '邮编不正确'],
  ]);
});

test('boxes, house numbers, long lines, telephones and countries are doubts', () => {
  expect(found({ address1: 'P.O. Box 77' })).toEqual([['address1', 'doubt', '邮政信箱：快递公司多半不派送']]);
  expect(found({ address1: 'PO Box 77' }, true)).toEqual([['address1', 'bad', '零担不能送到邮政信箱']]);
  expect(found({ address1: 'Elm Street' })).toEqual([['address1', 'doubt', '没有门牌号']]);
  expect(found({ address1: '12345 North Lake Shore Drive, Apartment 1203' })).toEqual([
    [
      'address1',
      'doubt',
      '超过面单一行 35 个字符',
      { address1: '12345 North Lake Shore Drive', address2: 'Apartment 1203' },
    ],
  ]);
  expect(found({ phone: '555-0142' })).toEqual([['phone', 'doubt', '电话位数不正确']]);
  expect(found({ country: 'USA' })).toEqual([['country', 'doubt', '国家不是两位代码', { country: 'US' }]]);
});

test('islands that sign of the United States with a ZIP code are states', () => {
  for (const [postalCode, state] of [
    ['96960', 'MH'],
    ['96940', 'PW'],
    ['96941', 'FM'],
  ] as const) {
    expect(found({ postalCode, state })).toEqual([]);
    expect(addressFault({ ...MADISON, postalCode, state })).toBeNull();
  }
  expect(found({ postalCode: '96960', state: 'Marshall Islands' })).toEqual([
    ['state', 'bad', '州不是两位代码', { state: 'MH' }],
  ]);
});

test('a Canadian postcode as people write it is put right', () => {
  const canada = { country: 'CA', state: 'ON', phone: '613-555-0142' };
  expect(found({ ...canada, postalCode: 'k1a0b1' })).toEqual([]);
  for (const postalCode of ['K1A-0B1', 'K1A–0B1', 'KIA OB1', 'Ｋ1Ａ 0Ｂ1'])
    expect(found({ ...canada, postalCode }), postalCode).toEqual([
      ['postalCode', 'bad', '邮编不正确', { postalCode: 'K1A 0B1' }],
    ]);
});

test('what a label cannot print is doubtful, and suggested in Latin letters where there are any', () => {
  const unprintable = '有面单打印不出的字符';
  expect(found({ name: 'José Muñoz' })).toEqual([]);
  expect(found({ name: 'Łukasz Dvořák' })).toEqual([['name', 'doubt', unprintable, { name: 'Lukasz Dvorák' }]]);
  expect(found({ name: 'Ida Wells 🏡' })).toEqual([['name', 'doubt', unprintable, { name: 'Ida Wells' }]]);
  expect(found({ city: 'Madi\u200bson' })).toEqual([['city', 'doubt', unprintable, { city: 'Madison' }]]);
  expect(found({ name: '王芳' })).toEqual([['name', 'doubt', unprintable]]);
});

test('no reason quotes the buyer', () => {
  for (const finding of addressFindings({ ...MADISON, state: 'NY', address1: 'Elm', phone: '1' }))
    expect(finding.reason).not.toMatch(/Elm|Ida|53703|Madison/);
});

test('a code that no country has is no country: the order waits for it', () => {
  expect(found({ country: 'XX' })).toEqual([['country', 'bad', '国家代码不正确']]);
  expect(addressFault({ ...MADISON, country: 'XX' })).toEqual({
    part: 'country',
    reason: '国家代码不正确',
    found: 'XX',
  });
  for (const country of ['US', 'USA', 'DE', '德国', 'PR']) {
    expect(addressFault({ ...MADISON, country, state: country === 'PR' ? '' : 'WI' }), country).toBeNull();
  }
});

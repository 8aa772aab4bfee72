import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalCode } from '#modules/catalog/model/sku-code.ts';
import { proposeSku, titleLikeness, type MappingCandidate } from './sku-mapping.ts';

const sku = (skuCode: string, more: Partial<MappingCandidate> = {}): MappingCandidate => ({
  skuId: `id-${skuCode}`,
  skuCode,
  upc: null,
  names: [],
  ...more,
});

test('the same code wins over everything else', () => {
  const candidates = [sku('bed-1'), sku('BED-1'), sku('X', { upc: '036000291452' })];
  expect(proposeSku({ channelSku: 'BED-1', upc: '036000291452' }, candidates)).toMatchObject({
    skuId: 'id-BED-1',
    method: 'exact',
    score: 100,
    isCertain: true,
  });
});

test('a UPC counts whether given beside the listing or as its part number, with or without a leading zero', () => {
  const candidates = [sku('LAMP', { upc: '036000291452' })];
  for (const subject of [
    { channelSku: 'W001', upc: '036000291452' },
    { channelSku: '036000291452' },
    { channelSku: '0036000291452' },
  ])
    expect(proposeSku(subject, candidates)).toMatchObject({ method: 'upc', isCertain: true });
});

test('the rungs are climbed in order: code, then UPC, then the code but for its writing', () => {
  const upc = '036000291452';
  const byUpc = sku('LAMP', { upc });
  const alike = sku('0360-0029-1452');
  const exact = sku(upc);
  expect(proposeSku({ channelSku: upc }, [alike, byUpc, exact])).toMatchObject({
    skuId: `id-${upc}`,
    method: 'exact',
  });
  expect(proposeSku({ channelSku: upc }, [alike, byUpc])).toMatchObject({
    skuId: 'id-LAMP',
    method: 'upc',
    score: 98,
    isCertain: true,
  });
  expect(proposeSku({ channelSku: upc }, [alike])).toMatchObject({ method: 'normalised' });
});

test('a number that is too short or too long is no UPC, and none matches none', () => {
  for (const text of ['36000291452', '00036000291452', '03600029145X'])
    expect(proposeSku({ channelSku: text }, [sku('LAMP', { upc: text })])).toBeNull();
  expect(proposeSku({ channelSku: 'W001', upc: '' }, [sku('LAMP')])).toBeNull();
  expect(proposeSku({ channelSku: ' 036000291452 ' }, [sku('LAMP', { upc: '036000291452' })])).toMatchObject({
    method: 'upc',
  });
});

test('one UPC on two SKUs, written with and without its zero, is left for a person', () => {
  const candidates = [sku('B', { upc: '036000291452' }), sku('A', { upc: '0036000291452' })];
  const found = proposeSku({ channelSku: '036000291452' }, candidates);
  expect(found).toMatchObject({ skuId: 'id-A', method: 'upc', isCertain: false });
  expect(found?.explanation).toContain('B、A');
});

test('case, blanks and dashes do not part a code from itself', () => {
  expect(proposeSku({ channelSku: 'wb bed halden qn' }, [sku('WB-BED-HALDEN-QN')])).toMatchObject({
    method: 'normalised',
    score: 90,
    isCertain: true,
  });
});

test('two codes that differ in signs only are left for a person', () => {
  const found = proposeSku({ channelSku: 'ab1' }, [sku('A-B1'), sku('AB-1')]);
  expect(found).toMatchObject({ method: 'normalised', isCertain: false });
  expect(found?.explanation).toContain('A-B1、AB-1');
});

test('a like name is suggested, never mapped', () => {
  const candidates = [
    sku('A', { names: ['Halden Upholstered Queen Bed', '哈尔登软包床'] }),
    sku('B', { names: ['Bram Counter Stool'] }),
  ];
  expect(proposeSku({ channelSku: 'OLD-9', title: 'Halden Queen Upholstered Bed' }, candidates)).toMatchObject({
    skuId: 'id-A',
    method: 'title',
    isCertain: false,
  });
  expect(proposeSku({ channelSku: 'OLD-9', title: 'Ceramic Vase, Set of 2' }, candidates)).toBeNull();
});

test('codes of signs alone mean nothing to each other', () => {
  expect(proposeSku({ channelSku: '--' }, [sku('//')])).toBeNull();
});

test('a code maps to itself however it is written', () => {
  const code = fc.stringMatching(/^[A-Z][A-Z0-9-]{2,20}$/);
  fc.assert(
    fc.property(code, fc.boolean(), fc.boolean(), (text, lower, spaced) => {
      const written = spaced ? text.replaceAll('-', ' ') : text;
      const subject = { channelSku: lower ? written.toLowerCase() : written };
      const found = proposeSku(subject, [sku(text), sku('ZZZ-9-OTHER-THING-LONG')]);
      expect(found?.skuId).toBe(`id-${text}`);
      expect(found?.isCertain).toBe(true);
      expect(normalCode(subject.channelSku)).toBe(normalCode(text));
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('likeness is symmetric, whole for equal texts and between 0 and 1', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (a, b) => {
      const likeness = titleLikeness(a, b);
      expect(likeness).toBe(titleLikeness(b, a));
      expect(likeness).toBeGreaterThanOrEqual(0);
      expect(likeness).toBeLessThanOrEqual(1);
      if (/[\p{L}\p{N}]/u.test(a)) expect(titleLikeness(a, a)).toBe(1);
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('an alias means its SKU: behind the code itself, before a UPC', () => {
  const upc = '036000291452';
  const named = sku('LAMP', { aliases: ['OLD-7', upc] });
  expect(proposeSku({ channelSku: ' OLD-7 ' }, [sku('X'), named])).toMatchObject({
    skuId: 'id-LAMP',
    method: 'alias',
    score: 99,
    isCertain: true,
  });
  expect(proposeSku({ channelSku: upc }, [sku('BY-UPC', { upc }), named])?.skuId).toBe('id-LAMP');
  expect(proposeSku({ channelSku: 'OLD-7' }, [named, sku('OLD-7')])?.method).toBe('exact');
});

import { describe, expect, test } from 'vitest';
import { figureText } from './figure-text.ts';
import { judgeValue, METRICS, specOf, type AlarmState, type Rule } from './thresholds.ts';

const START = Date.parse('2026-11-23T04:00:00Z');
const RULE: Rule & { side: 'above' | 'below' } = { side: 'above', isOn: true, bound: 100, minutes: 5 };

/** Judges a value a minute, and says at which minutes it rang and recovered. */
function walk(values: readonly number[], rule = RULE): string[] {
  let state: AlarmState | null = null;
  return values.flatMap((value, minute) => {
    const verdict = judgeValue(rule, value, state, new Date(START + minute * 60_000));
    state = 'state' in verdict ? verdict.state : null;
    return verdict.act === 'ring' || verdict.act === 'recover' ? [`${minute} ${verdict.act}`] : [];
  });
}

const minutes = (n: number, value: number): number[] => Array.from({ length: n }, () => value);

describe('a threshold', () => {
  test('rings once it has lasted, and not before', () => {
    expect(walk(minutes(5, 120))).toEqual([]);
    expect(walk(minutes(30, 120))).toEqual(['5 ring']);
    expect(walk([...minutes(4, 120), 80, ...minutes(5, 120)])).toEqual([]);
    expect(walk(minutes(30, 100))).toEqual([]);
  });

  test('that flaps rings once, and is over when it has been well for long enough', () => {
    const flapping = Array.from({ length: 40 }, (_, minute) => (minute % 2 ? 95 : 120));
    expect(walk([...minutes(6, 120), ...flapping])).toEqual(['5 ring']);
    const dipping = Array.from({ length: 40 }, (_, minute) => (minute % 4 === 3 ? 120 : 50));
    expect(walk([...minutes(6, 120), ...dipping])).toEqual(['5 ring']);
    // Within the margin of its bound it is neither bad nor well.
    expect(walk([...minutes(6, 120), ...minutes(60, 95)])).toEqual(['5 ring']);
    expect(walk([...minutes(6, 120), ...minutes(7, 90), ...minutes(6, 120)])).toEqual([
      '5 ring',
      '11 recover',
      '18 ring',
    ]);
  });

  test('that lasts a minute is well again after five', () => {
    const quick = { ...RULE, minutes: 1 };
    expect(walk([120, 120, 50, 50, 50, 50, 50, 50], quick)).toEqual(['1 ring', '7 recover']);
  });

  test('from below is judged the other way round', () => {
    const below = { ...RULE, side: 'below' as const, bound: 10 };
    expect(walk([...minutes(6, 8), ...minutes(20, 10.5)], below)).toEqual(['5 ring']);
    expect(walk([...minutes(6, 8), ...minutes(6, 11)], below)).toEqual(['5 ring', '11 recover']);
  });

  test('keeps the worst that was seen', () => {
    const first = judgeValue(RULE, 150, null, new Date(START));
    const next = 'state' in first ? judgeValue(RULE, 120, first.state, new Date(START + 60_000)) : first;
    expect(next).toMatchObject({ act: 'watch', state: { worst: 150, beganAt: new Date(START) } });
  });

  test('comes with a bound that may be kept', () => {
    for (const metric of METRICS) {
      const { least, most, bound, minutes: lasting } = specOf(metric);
      expect(bound, metric).toBeGreaterThanOrEqual(least);
      expect(bound, metric).toBeLessThanOrEqual(most);
      expect(lasting, metric).toBeGreaterThanOrEqual(1);
    }
  });

  test('has nothing to judge where a figure is missing', () => {
    expect(METRICS.map((metric) => specOf(metric).value({}))).toEqual(METRICS.map(() => null));
    expect(specOf('diskFree').value({ diskFree: 30, diskTotal: 400 })).toBe(7.5);
    expect(specOf('replicationLag').value({ replicationLag: 3 * 1024 * 1024 })).toBe(3);
  });
});

test.each([
  [327_680, 'bytes', '320.0 KB'],
  [327_680_000, 'bytes', '312.5 MB'],
  [5 * 1024 ** 3, 'bytes', '5.0 GB'],
  [3 * 1024 ** 4, 'bytes', '3.0 TB'],
  [83.24, 'percent', '83.2 %'],
  [4.12, 'ms', '4.1 ms'],
  [12_345, 'ms', '12.3 s'],
  [42, 'seconds', '42 秒'],
  [200, 'seconds', '3 分 20 秒'],
  [7320, 'seconds', '2 小时 2 分'],
  [180_000, 'seconds', '2 天 2 小时'],
  [1_234_567.891, 'count', '1,234,567.89'],
  [null, 'count', '—'],
] as const)('%s %s reads %s', (value, unit, text) => expect(figureText(value, unit)).toBe(text));

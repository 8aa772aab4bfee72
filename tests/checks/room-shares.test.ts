import { expect, test } from 'vitest';
import { crowdedRooms, roomShares, shareLine } from '#tools/room-shares.ts';

const file = (path: string, lines: number) => ({ path, source: 'x;\n'.repeat(lines) });

test('rooms are counted with their tests, modules one by one, tools and tests not at all', () => {
  const shares = roomShares([
    file('kit/server/a.ts', 20),
    file('kit/web/b.test.ts', 10),
    file('ui/c.tsx', 30),
    file('modules/orders/model/d.ts', 25),
    file('modules/base/model/e.ts', 15),
    file('tools/f.ts', 500),
    file('tests/g.ts', 500),
  ]);
  expect(shareLine(shares)).toBe('kit 30 %, ui 30 %, modules/orders 25 %, modules/base 15 %');
  expect(crowdedRooms(shares)).toEqual([]);
});

test('a room that holds more than 35 % of the lines is named', () => {
  const shares = roomShares([file('kit/server/a.ts', 36), file('ui/c.tsx', 34), file('app/d.ts', 30)]);
  expect(crowdedRooms(shares)).toEqual(['kit holds 36 % of the house, at most 35 % is allowed']);
});

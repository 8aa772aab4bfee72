import { expect, test } from 'vitest';
import { checkTables } from '#tools/check-tables.ts';

const SOUND: Record<string, string> = {
  'modules/base/model/shop.ts': `defineRegister({\n  module: 'base',\n  name: 'ownShop',\n})`,
  'modules/base/server/shops.ts': 'tx.run`update own_shop s set health = 1`',
  'modules/channels/server/effects.ts': 'tx.run`insert into effect (key) values (1)`',
  'kit/server/write.ts': 'tx.run`insert into own_shop (id) select 1`; sql`update ${table} set`',
};

const check = (added: Record<string, string> = {}, least = 3) =>
  checkTables(
    Object.entries({ ...SOUND, ...added }).map(([path, source]) => ({ path, source })),
    least,
  ).map(({ at, rule }) => `${at} ${rule}`);

test('the owner writes its table, and the kit every one', () => {
  expect(check()).toEqual([]);
});

const PULL = 'modules/channels/server/pull.ts';
const LABELS = 'modules/fulfilment/server/packing/labels.ts';

test.each([
  [PULL, 'tx.run`\n  update own_shop\n  set cursor = 1`', [`${PULL}:2 table of another`]],
  [PULL, 'tx.run`delete from own_shop s using x`', [`${PULL}:1 table of another`]],
  [PULL, 'await setColumns(tx, ownShop, [id], {})', [`${PULL}:1 table of another`]],
  [PULL, 'insertInto(\n  tx,\n  ownShop, rows)', [`${PULL}:1 table of another`]],
  [PULL, 'tx.run`update ${table} set a = 1`', [`${PULL}:1 opaque table`]],
  [PULL, 'sql`select 1 from own_shop for update of s`', []],
  [PULL, 'tx.run`insert into effect (key) values (1) on conflict do update set key = 2`', []],
  [
    LABELS,
    'tx.run`delete from effect where key = 1`',
    ['modules/channels/server/effects.ts:1 table of another', `${LABELS}:1 table of another`],
  ],
  ['modules/channels/server/pull.test.ts', 'tx.run`delete from own_shop`', []],
])('%s: %s', (path, source, faults) => {
  expect(check({ [path]: source })).toEqual(faults);
});

test('it does not pass for having looked at too little', () => {
  expect(() => check({}, 4)).toThrow('3 statements were looked at');
});

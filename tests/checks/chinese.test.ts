import { expect, test } from 'vitest';
import { checkChinese } from '#tools/check-chinese.ts';

const check = (source: string, path = 'modules/orders/server/a.ts') =>
  checkChinese([{ path, source }]).map(({ message }) => message);

test.each([
  ['a comparison', `if (row.state === '已取消') act();`],
  ['a case', `switch (text) { case '平台': act(); }`],
  ['a search', `if (reason.startsWith('平台取消')) act();`],
  ['a key', `const act = actions['取消'];`],
  ['SQL', "tx.all`update hold set resolution = '订单已结束'`"],
])('nothing hangs on a wording: %s is refused', (_title, source) => {
  expect(check(source)).toHaveLength(1);
});

test.each([
  ['said to people', `throw new Refusal('orders.gone', '订单已取消');`],
  ['a declaration', `const field = { title: '数量' };`],
  ['a comment', `// 取消\nif (row.state === 'cancelled') act();`],
  ['a value given to SQL', 'tx.all`update hold set resolution = ${ORDER_ENDED}`'],
])('text that is only said stays: %s', (_title, source) => {
  expect(check(source)).toEqual([]);
});

test('connectors read what marketplaces write', () => {
  expect(check(`if (text === '已发货') act();`, 'connectors/wayfair/a.ts')).toEqual([]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';
import { StackCards } from './stack-cards.tsx';

interface Order extends Row {
  blank?: readonly string[];
}

const column = (key: string, more: Partial<ListColumn<Order>> = {}): ListColumn<Order> => ({
  key,
  title: key,
  width: 100,
  render: () => key,
  isBlank: ({ blank = [] }) => blank.includes(key),
  ...more,
});

/** As the list of orders has them. */
const COLUMNS = [
  column('商品'),
  column('PO号', { isName: true }),
  column('状态'),
  column('倒计时'),
  column('仓库和服务'),
  column('收货地和收件人'),
  column('运单号'),
  column('金额', { figure: () => '12.00' }),
];

/** Lines of the card of an order, words of a line with a blank between. */
const linesOf = (row: Order): string[] =>
  renderToStaticMarkup(<StackCards label="订单" rows={[row]} columns={COLUMNS} classOf={() => ''} />)
    .split('<div')
    .slice(1)
    .map((line) =>
      line
        .replace(/^[^>]*>/, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );

test('a card says what, whose, how it stands and until when, and where from and to whom it goes', () => {
  expect(linesOf({ id: '1' })).toEqual(['商品', 'PO号', '状态 倒计时', '仓库和服务 收货地和收件人', '金额 金额']);
});

test('what is blank gives its place to what comes behind it, and an empty line is not drawn', () => {
  expect(linesOf({ id: '1', blank: ['倒计时', '仓库和服务'] })[2]).toBe('状态 收货地和收件人');
  expect(linesOf({ id: '1', blank: ['倒计时', '仓库和服务', '收货地和收件人', '运单号'] })).toEqual([
    '商品',
    'PO号',
    '状态',
    '金额 金额',
  ]);
});

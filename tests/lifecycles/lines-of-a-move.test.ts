import { afterAll, beforeAll, expect, test } from 'vitest';
import { date, quantity } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { lines } from '#kit/model/lines-question.ts';
import { fieldsSchema } from '#kit/server/openapi/field-schema.ts';
import { systemActor } from '#kit/server/actor.ts';
import { command, runCommand } from '#kit/server/command.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { orderLine, salesOrder } from '#modules/orders/model/order.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder } from './one-of-each.ts';

/** A move with lines as a module declares one (docs/recipes/move-with-lines.md), made on a real document. */

const counting = defineLifecycle(salesOrder, {
  initial: 'new',
  births: {},
  states: { new: ['待审核', 'idle'] },
  tabs: { all: { title: '全部', states: ['new'] } },
  moves: {
    count: {
      title: '点数',
      from: ['new'],
      to: 'same',
      input: {
        lines: lines('点数', {
          of: orderLine,
          subject: 'channelSku',
          columns: { good: quantity('完好'), broken: quantity('破损'), seenOn: date('日期') },
          left: { title: '未发货', of: 'qty', less: ['qtyCancelled', 'qtyShipped'] },
          start: 'good',
          with: { seenOn: 'broken' },
        }),
      },
    },
  },
});

interface StoredLine {
  id: string;
  channelSku: string;
  qty: number;
  qtyCancelled: number;
  qtyShipped: number;
}

const counted: object[] = [];
const countOrder = command(counting, 'count', {
  async run(tx, rows, { lines: answer }) {
    for (const { id } of rows) {
      const stored = await tx.rows<StoredLine>`select id, channel_sku, qty, qty_cancelled, qty_shipped
        from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid order by line_no`;
      const values = readLineAnswers(counting.moves.count.input.lines, answer, { actor: tx.actor, lines: stored });
      counted.push(...(values ?? []).map(({ line, said: one }) => ({ sku: line.channelSku, ...one })));
    }
  },
});

let scene: TestApp;
let clerk: Client;
let orderId: string;
let line: { id: string; channelSku: string };

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  orderId = (await newOrder(scene, clerk, {}, 3)).id;
  const order = await must(
    clerk.get<{ lines: { orderLine: (typeof line)[] } }>('/orders/salesOrder/queryById', { id: orderId }),
  );
  line = order.lines.orderLine[0] as typeof line;
});
afterAll(() => scene?.stop());

const count = (...values: object[]) =>
  runCommand(scene.app.db, systemActor(1, 'test'), countOrder, {
    ids: [orderId],
    answers: { lines: values },
  });
const refused = async (...values: object[]): Promise<object[]> => {
  const failure: unknown = await count(...values).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ status: 422 });
  return (failure as { errors: object[] }).errors;
};

test('what is said of lines arrives by the columns, as they are stored', async () => {
  await count({ lineId: line.id, good: 1, broken: '2', seenOn: '2026-11-20', rest: 'nobody asked' });
  expect(counted).toEqual([{ sku: line.channelSku, good: 1, broken: 2, seenOn: '2026-11-20' }]);
  // A day of broken units is none where there are none.
  await count({ lineId: line.id, good: 3, seenOn: 'no day' });
  expect(counted[1]).toEqual({ sku: line.channelSku, good: 3, broken: 0, seenOn: null });
});

test('what cannot be is refused at its row and column', async () => {
  const { id, channelSku } = line;
  expect(await refused({ lineId: id, good: 2, broken: 2 })).toMatchObject([
    { field: 'lines', row: 1, column: 'broken', message: `${channelSku} 未发货 3 件，完好和破损合计 4 件，超出 1 件` },
  ]);
  expect(await refused({ lineId: orderId, good: 1 }, { lineId: id, good: -1 })).toMatchObject([
    { row: 1, message: '这一行不在单据里' },
    { row: 2, column: 'good', message: `${channelSku} 完好请输入自然数` },
  ]);
  expect(await refused({ lineId: id, good: 1 }, { lineId: id, good: 1 })).toMatchObject([
    { row: 2, message: '同一行填了两次' },
  ]);
  expect(await refused({ lineId: id, broken: 1, seenOn: '2026-02-30' })).toMatchObject([{ row: 1, column: 'seenOn' }]);
  expect(await refused({ lineId: id, good: 0 })).toMatchObject([{ field: 'lines', message: '请填写点数' }]);
  expect(await refused()).toMatchObject([{ field: 'lines', message: '请填写点数' }]);
  expect(await refused(null as never)).toMatchObject([{ row: 1 }]);
});

test('its columns stand in the description of the interface', () => {
  expect(fieldsSchema(counting.moves.count.input)['properties']).toMatchObject({
    lines: {
      type: ['array', 'null'],
      items: {
        required: ['lineId'],
        properties: {
          lineId: { type: 'string', format: 'uuid' },
          good: { type: ['integer', 'null'], minimum: 0, title: '完好' },
          seenOn: { format: 'date' },
        },
      },
    },
  });
});

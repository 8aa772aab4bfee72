import { choice, quantity } from '#kit/model/field.ts';
import { lines, type UnitsLeft } from '#kit/model/lines-question.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { stockCondition } from './stock.ts';

/** What has come of lines, in the condition it came in: of one line some units may be good and some not. */
export const receivedUnits = ({ of, hint, left }: { of: AnyResource; hint: string; left: UnitsLeft }) =>
  lines('收到的数量', {
    hint,
    of,
    subject: 'skuId',
    columns: {
      qty: quantity('本次收到', { max: 1_000_000 }),
      condition: choice('品质', stockCondition, { default: 'good', always: true }),
    },
    left,
    takes: 'any',
    start: 'qty',
    per: 'condition',
  });

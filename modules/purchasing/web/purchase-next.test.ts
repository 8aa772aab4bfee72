import { expect, test } from 'vitest';
import { approvalText } from './purchase-next.tsx';

test('who approves reads what is bought, from whom, and for how much', () => {
  const order = { supplierId_dictText: '湖北森木家具', unitCount: 1200, currency: 'USD' };
  expect(approvalText({ ...order, total: '6360.00' })).toBe('审核向“湖北森木家具”采购 1,200 件，总额 6,360.00 USD');
  expect(approvalText(order)).toBe('审核向“湖北森木家具”采购 1,200 件');
});

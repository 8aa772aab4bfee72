import { remittanceSource } from '#modules/finance/model/remittance.ts';
import type { Fact } from './fact.ts';

/** What is asked about a remittance that came in. Amounts are in its own currency. */
export const remittanceFactSpecs = {
  remitNet: {
    title: '回款净额',
    kind: 'number',
    family: 'remittance',
    isOfToday: true,
    hint: '按回款单币种；银行实际到账的金额',
  },
  remitCurrency: { title: '回款币种', kind: 'text', family: 'remittance', isOfToday: true },
  remitDifference: {
    title: '回款差异',
    kind: 'number',
    family: 'remittance',
    isOfToday: true,
    hint: '净额减明细合计，按回款单币种；是 0 才能过账',
  },
  remitLines: { title: '回款行数', kind: 'number', family: 'remittance', isOfToday: true },
  remitOpenLines: { title: '未匹配行', kind: 'number', family: 'remittance', isOfToday: true },
  remitSource: {
    title: '回款来源',
    kind: 'one',
    family: 'remittance',
    dict: remittanceSource,
    isOfToday: true,
  },
} as const satisfies Record<string, Fact>;

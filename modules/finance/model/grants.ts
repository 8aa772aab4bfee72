import { operations, reading, type Grants } from '#kit/model/grants.ts';
import { remittanceGrants } from './remittance-grants.ts';

/** Who sells looks at invoices, not at what customers have paid. */
const NOT_OF_SALES = [
  'payment',
  'bankLine',
  'bankMatch',
  'bankStatement',
  'receivableAgeing',
  'customerStatement',
  'financeSettings',
].map((name) => `finance:${name}:*`);

/** What the preset roles may here by default. Who issues, matches and posts does not take it back. */
export const financeGrants: Readonly<Record<string, Grants>> = {
  OPS: { may: [...reading('finance'), ...remittanceGrants.OPS], except: NOT_OF_SALES },
  CS: { may: [...reading('finance'), ...remittanceGrants.CS], except: NOT_OF_SALES },
  FIN: {
    may: [
      ...reading('finance'),
      ...operations('finance', 'issue', 'print', 'send', 'writeOff', 'askWriteOff', 'dispute', 'endDispute'),
      ...['add', 'edit', 'import', 'post', 'allocate', 'cancel'].map((verb) => `finance:payment:${verb}`),
      ...remittanceGrants.FIN,
    ],
  },
  FINR: {
    may: [
      ...reading('finance'),
      ...operations('finance', 'print', 'writeOff', 'void', 'reverse'),
      ...remittanceGrants.FINR,
    ],
  },
};

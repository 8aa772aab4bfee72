import { operations, reading, type Grants } from '#kit/model/grants.ts';

/** Who sells looks at invoices, not at what customers have paid. */
const SALES: Grants = {
  may: reading('finance'),
  except: ['finance:payment:*', 'finance:financeSettings:*'],
};

/** What the preset roles may here by default. Who issues, matches and posts does not take it back. */
export const financeGrants: Readonly<Record<string, Grants>> = {
  OPS: SALES,
  CS: SALES,
  FIN: {
    may: [
      ...reading('finance'),
      ...operations('finance', 'issue', 'print', 'send', 'writeOff', 'askWriteOff', 'dispute', 'endDispute'),
      ...['add', 'edit', 'import', 'post', 'allocate', 'cancel'].map((verb) => `finance:payment:${verb}`),
    ],
  },
  FINR: {
    may: [...reading('finance'), ...operations('finance', 'print', 'writeOff', 'void', 'reverse')],
  },
};

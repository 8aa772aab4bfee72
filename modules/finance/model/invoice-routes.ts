import { defineRoute, shape } from '#kit/model/route.ts';

/** Most shipments that are invoiced with one request. */
export const MOST_ISSUED = 500;
/** Most invoices that are printed into one file. */
export const MOST_PRINTED = 50;

/** What became of shipments that were to be invoiced. */
export interface IssueAnswer {
  issued: number;
  /** Shipments that wait for a rate. */
  waiting: number;
  /** Shipments that are still to be looked at; above zero: ask again. */
  left: number;
  /** Why, for a few of those that wait. */
  reasons: string[];
}

export const issueInvoicesRoute = defineRoute({
  method: 'POST',
  path: '/finance/invoice/issue',
  access: { permission: 'finance:invoice:issue' },
  summary: '批量开票',
  body: shape<{ shipmentIds: readonly string[] }>(),
  result: shape<IssueAnswer>(),
});

/** 补开历史发票: everything that has left and was never invoiced, so many at a time. */
export const openInvoicesRoute = defineRoute({
  method: 'POST',
  path: '/finance/invoice/openings',
  access: { permission: 'finance:invoice:issue' },
  summary: '补开历史发票',
  body: shape<{ after?: string | undefined }>(),
  result: shape<IssueAnswer & { after: string | null }>(),
});

export const printInvoicesRoute = defineRoute({
  method: 'POST',
  path: '/finance/invoice/print',
  access: { permission: 'finance:invoice:print' },
  summary: '打印发票',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});

export const noteChannelNumberRoute = defineRoute({
  method: 'POST',
  path: '/finance/invoice/:id/channelNumber',
  access: { permission: 'finance:invoice:send' },
  summary: '登记平台发票号',
  body: shape<{ channelInvoiceNo: string }>(),
  result: shape<{ id: string }>(),
});

import { defineJob } from '#kit/model/job.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { PurchaseOrderRow } from './purchase-order.ts';

/** Sends one mail of an order to its receivers. */
export const mailOrderJob = defineJob<{ mailId: string }>('purchasing.mailOrder', '采购单发邮件', {
  about: 'purchasing:purchaseOrder',
});

/** In these states there is something that a supplier may be given. */
export const MAILED_IN: readonly PurchaseOrderRow['status'][] = ['approved', 'ordered', 'partially_received'];

/** Most people that one mail goes to. */
export const MOST_RECEIVERS = 10;

export const MAIL_STATES = {
  queued: ['等待发送', 'busy'],
  sending: ['正在发送', 'busy'],
  sent: ['已发送', 'done'],
  failed: ['发送失败', 'bad'],
} as const;

/** A mail of an order, as its page shows it. */
export interface OrderMail {
  id: string;
  recipients: string[];
  subject: string;
  status: keyof typeof MAIL_STATES;
  failure: string | null;
  /** What else must be known, such as that it may have come twice. */
  note: string | null;
  sentAt: string | null;
  createBy: string;
  createTime: string;
}

/** What a mail begins with: whom it can go to, and the template with the words of the order. */
export interface MailProposal {
  contacts: { name: string; position: string | null; email: string }[];
  subject: string;
  text: string;
  /** Whether the paper says what the goods cost. */
  hasPrices: boolean;
  /** Why it cannot be sent now. */
  refusal: string | null;
}

export const proposeMailRoute = defineRoute({
  method: 'GET',
  path: '/purchasing/purchaseOrder/:id/mail',
  access: { permission: 'purchasing:purchaseOrder:mail' },
  summary: '采购单：邮件草稿',
  result: shape<MailProposal>(),
});

export const mailOrderRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/purchaseOrder/:id/mail',
  access: { permission: 'purchasing:purchaseOrder:mail' },
  summary: '采购单：发邮件',
  body: shape<{ to: readonly string[]; subject: string; text: string }>(),
  result: shape<{ id: string }>(),
});

/** One posting of an entry: from which account to which, amounts as the wire writes them. */
export interface ShownPosting {
  debit: string;
  credit: string;
  amount: string;
}

/** An entry that a document led to in the books. */
export interface ShownEntry {
  id: string;
  entryNo: string;
  day: string;
  memo: string | null;
  currency: string;
  postings: ShownPosting[];
}

/** A payment of a bill, as the page of the bill shows it; amounts only for whoever may see them. */
export interface ShownPayment {
  id: string;
  paymentNo: string;
  paidOn: string;
  amount?: string;
  discount?: string;
  account: string | null;
  /** Number of the credit that it was paid with. */
  credit: string | null;
  bankRef: string | null;
  paidBy: string;
  status: 'paid' | 'reversed';
}

/** What stands beside a bill or a landed cost on its page. */
export interface DocumentBooks {
  entries: ShownEntry[];
}
export interface BillSurroundings extends DocumentBooks {
  payments: ShownPayment[];
  /** What credits of the supplier still pay in the currency of the bill; null where there are none, or costs are hidden. */
  openCredits: string | null;
}

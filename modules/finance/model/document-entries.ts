/** An entry that a document led to in the books; amounts as the wire writes them. */
export interface ShownEntry {
  id: string;
  entryNo: string;
  day: string;
  memo: string | null;
  currency: string;
  postings: { debit: string; credit: string; amount: string }[];
}

/** What stands beside a document on its page. */
export interface DocumentBooks {
  entries: ShownEntry[];
}

/** What the page of a remittance shows beside its row. */
export interface RemittanceBooks extends DocumentBooks {
  /** 收付款: the money that it brought; null where it brought none, or the reader sees no payments. */
  payment: { id: string; paymentNo: string } | null;
}

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

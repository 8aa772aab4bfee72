/* Receivables counted without a product (domain.md §5, M-08 to M-11). Amounts are cents. */

export interface PlainInvoice {
  id: string;
  no: string;
  po: string;
  total: number;
  left: number;
}

/** A part of an invoice that a document has taken. */
interface Taken {
  invoice: PlainInvoice;
  amount: number;
}

/** A document in the books, and all that goes back with it. */
export interface PlainDocument {
  id: string;
  taken: Taken[];
  /** What it moved, by account: debits above zero. */
  moved: Map<string, number>;
  /** Of a remittance: what waits, by line. Of a payment: what is left of it, as line 0. */
  waiting: Map<number, number>;
}

export class PlainReceivables {
  readonly invoices: PlainInvoice[] = [];
  readonly remittances: PlainDocument[] = [];
  readonly payments: PlainDocument[] = [];
  private readonly accounts = new Map<string, number>();
  /** Amounts that have moved: what the walk is measured by. */
  operations = 0;

  issue(invoice: Omit<PlainInvoice, 'left'>): void {
    this.invoices.push({ ...invoice, left: invoice.total });
    this.move(new Map(), 'ar', invoice.total);
    this.move(new Map(), 'revenue:sales', -invoice.total);
    this.operations += 1;
  }

  newDocument(id: string): PlainDocument {
    return { id, taken: [], moved: new Map(), waiting: new Map() };
  }

  /** An invoice is paid by a document out of this account. */
  settle(document: PlainDocument, invoice: PlainInvoice, amount: number, from: string): void {
    invoice.left -= amount;
    document.taken.push({ invoice, amount });
    this.book(document, from, amount);
    this.book(document, 'ar', -amount);
    this.operations += 1;
  }

  /** Money of a document that goes to another account, or comes from it. */
  transfer(document: PlainDocument, from: string, to: string, amount: number): void {
    this.book(document, from, -amount);
    this.book(document, to, amount);
    this.operations += 1;
  }

  /** Everything a document did is undone. */
  reverse(document: PlainDocument): void {
    for (const { invoice, amount } of document.taken) invoice.left += amount;
    for (const [account, amount] of document.moved) this.move(new Map(), account, -amount);
    this.operations += document.taken.length + 1;
  }

  /** Debits less credits by account; those at nothing are left out. */
  balances(): Record<string, number> {
    return Object.fromEntries([...this.accounts].filter(([, amount]) => amount !== 0).toSorted());
  }

  private book({ moved }: PlainDocument, account: string, amount: number): void {
    this.move(moved, account, amount);
  }

  private move(moved: Map<string, number>, account: string, amount: number): void {
    moved.set(account, (moved.get(account) ?? 0) + amount);
    this.accounts.set(account, (this.accounts.get(account) ?? 0) + amount);
  }
}

import type { Proposal } from './return-judging.ts';
import type { Disposition, ReturnOutcome } from './return-order.ts';
import type { ReturnFault } from './return-reason.ts';

/** What is known of a line when somebody judges it. */
export interface Judged {
  fault: ReturnFault | null;
  /** What the buyer was to get. */
  outcome: ReturnOutcome | null;
  good: number;
  damaged: number;
  wrong: number;
}

/** What becomes of damaged goods by who answers for them: makers take back what they made badly. */
const BY_FAULT: Readonly<Record<ReturnFault, Disposition>> = {
  seller: 'returnToSupplier',
  carrier: 'scrap',
  buyer: 'refurb',
  channel: 'refurb',
};

/**
 * What is proposed of a line: good units are sold again, what becomes of damaged ones follows from who
 * answers for them, and for other goods than were sold nobody is given money.
 */
export function proposeFor({ fault, outcome, good, damaged, wrong }: Judged): Proposal {
  const isOther = wrong > 0 && good + damaged === 0;
  return {
    outcome: isOther ? 'reject' : (outcome ?? 'refund'),
    disposition: 'restock',
    damagedDisposition: fault ? BY_FAULT[fault] : 'refurb',
  };
}

import type { ReturnOutcome } from '../../model/return-order.ts';
import type { StoredLine } from './return-lines.ts';

/** What the received units of a line are. */
export interface Found {
  /** Where it was said, from 1. */
  row: number;
  line: StoredLine;
  good: number;
  damaged: number;
  wrong: number;
  outcome: ReturnOutcome | null;
  /** Of a SKU in several cartons: the one that the trouble was in. */
  cartonNo: number | null;
  photos: string[] | null;
  note: string | null;
  findings: unknown;
}

import { ChannelError } from '#modules/channels/model/port.ts';
import type { WriteOutcome } from '#modules/channels/model/port.ts';
import { inChinese } from './refusals.ts';
import { listOf, objectOf, textOf, WireValueError } from '../shared/wire-values.ts';

/** Longest list of errors the channel gives: one as long as this may have been cut. */
const MAX_ERRORS = 10;

/** One refusal; `key` names the row of a batch it speaks of. */
interface TransactionError {
  key: string | null;
  message: string;
}

/** What a write's answer says right away; its effect comes later. */
export interface Transaction {
  /** The channel's own id of the write, to ask for later. */
  id: string | null;
  status: string | null;
  /** Empty = taken. */
  errors: TransactionError[];
  /** There may be more errors than the channel names. */
  isCut: boolean;
  isComplete: boolean;
}

/**
 * Reads a TransactionStatus. Right after the call the counts are about zero and say nothing; counts
 * may be text, codes numbers, and members of the list null.
 * @throws ChannelError `unknown` when the answer is not one: the write may have happened
 */
export function readTransaction(value: unknown, operation: string): Transaction {
  const wire = objectOf(value);
  try {
    const reported = listOf(wire['errors'], 'errors').filter((error) => error != null);
    const errors = reported.map(readError);
    const status = textOf(wire['status']);
    if (status === 'ERROR' && errors.length === 0) errors.push({ key: null, message: '渠道处理失败，未说明原因' });
    return {
      id: textOf(wire['id']),
      status,
      errors,
      isCut: reported.length >= MAX_ERRORS,
      isComplete: status === 'COMPLETE' && countOf(wire['completedCount']) > 0,
    };
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unknown', operation, `渠道应答无法识别：${error.message}`);
  }
}

/** Taken and finished, taken and on its way, or refused. */
export function outcomeOf(transaction: Transaction): WriteOutcome {
  if (transaction.errors.length > 0) return { status: 'refused', message: messageOf(transaction.errors) };
  return { status: transaction.isComplete ? 'done' : 'pending' };
}

/** Refusals for people: `key: message`. */
export const messageOf = (errors: readonly TransactionError[]): string =>
  errors
    .map(({ key, message }) => (key === null ? message : `${key}: ${message}`))
    .join('；')
    .slice(0, 1000);

function readError(value: unknown): TransactionError {
  const { key, message } = objectOf(value);
  const text = textOf(message) ?? textOf(value) ?? '渠道未说明原因';
  return { key: textOf(key), message: inChinese(text) };
}

/** Counts prove nothing on their own: one that cannot be read is none. */
const countOf = (value: unknown): number => Number(textOf(value) ?? 0) || 0;

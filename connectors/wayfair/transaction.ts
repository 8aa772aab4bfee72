import { ChannelError } from '#modules/channels/model/port.ts';
import type { WriteOutcome } from '#modules/channels/model/port.ts';
import { listOf, objectOf, quantityOf, textOf, WireValueError } from './wire-values.ts';

/** What a write's answer says right away; its effect comes later and is told by no further answer. */
export interface Transaction {
  /** Refusals in the channel's words, `key: message`; empty = taken. */
  errors: string[];
  isComplete: boolean;
}

/**
 * Reads a TransactionStatus. Right after the call the counts are about zero and say nothing.
 * @throws ChannelError `unknown` when the answer is not one: the write may have happened
 */
export function readTransaction(value: unknown, operation: string): Transaction {
  const status = objectOf(value);
  try {
    const errors = listOf(status['errors'], 'errors').map((error) => {
      const { key, message } = objectOf(error);
      return [textOf(key), textOf(message)].filter((part) => part !== null).join(': ');
    });
    const state = textOf(status['status']);
    if (state === 'ERROR' && errors.length === 0) errors.push('渠道处理失败，未说明原因');
    const completed = quantityOf(status['completedCount'] ?? 0, 'completedCount');
    return { errors, isComplete: state === 'COMPLETE' && completed > 0 };
  } catch (error) {
    if (!(error instanceof WireValueError)) throw error;
    throw new ChannelError('unknown', operation, `渠道应答无法识别：${error.message}`);
  }
}

/** Taken and finished, taken and on its way, or refused. */
export function outcomeOf(transaction: Transaction): WriteOutcome {
  if (transaction.errors.length > 0) {
    return { status: 'refused', message: transaction.errors.join('；').slice(0, 1000) };
  }
  return { status: transaction.isComplete ? 'done' : 'pending' };
}

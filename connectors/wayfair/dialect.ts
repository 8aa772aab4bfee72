import type { Dialect } from '../shared/graphql-envelope.ts';
import { inChinese } from './refusals.ts';

/** A refusal that the channel words and does not classify. */
const WORDED_REFUSAL = /^access denied\b/i;

const VERDICTS = ['ValidationError', 'ExtendedValidationError', 'InvalidSyntax'];

export const dialect: Dialect = {
  inChinese,
  /**
   * `classification` is text or an object with a `type`; `category` names who is at fault. A missing
   * permission concerns the path it stands at, never the account.
   */
  verdictOf({ category, classification }, message) {
    if (category === 'UNAUTHENTICATED') return 'auth';
    if (category === 'PERMISSION_DENIED') return 'denied';
    if (category === 'BAD_REQUEST') return 'refused';
    const type =
      typeof classification === 'object' && classification !== null && 'type' in classification
        ? classification.type
        : classification;
    if (typeof type === 'string' && VERDICTS.includes(type)) return 'refused';
    return WORDED_REFUSAL.test(message) ? 'refused' : 'other';
  },
};

/** What a browser says on the socket of notices to hear of changed rows too; others hear notices alone. */
export const HEAR_CHANGES = 'HearChanges';

/** Dictionaries of the tenant are others now. */
export const DICTS_CHANGED = 'dicts';

/** What a browser says on the socket of notices to hear of changed rows too; others hear notices alone. */
export const HEAR_CHANGES = 'HearChanges';

import { defineEvent } from '#kit/model/event.ts';

/**
 * A remittance has come in, from the inbox, a sheet, EDI or by hand, and its lines were matched: once for each,
 * however often it is taken back and matched again.
 */
export const remittanceImported = defineEvent<{ remittanceId: string; accountId: string }>('remittance.imported');

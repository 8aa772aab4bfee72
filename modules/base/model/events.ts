import { defineEvent } from '#kit/model/event.ts';

interface AboutAccount {
  accountId: string;
}

/** A shop may call its channel, for the first time or again. */
export const accountActivated = defineEvent<AboutAccount>('account.activated');
/** The channel refused the shop's credentials. */
export const accountExpired = defineEvent<AboutAccount>('account.expired');
/** Tags became another one; whatever names them by their ids names that from now on. */
export const tagsMerged = defineEvent<{ ids: readonly string[]; into: string }>('tag.merged');
/** A form was published or opened again: what is asked for is another from now on. */
export const formChanged = defineEvent<{ formId: string; formVersion: number }>('form.changed');

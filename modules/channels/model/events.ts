import { defineEvent } from '#kit/model/event.ts';

/**
 * A stock feed has failed, as a whole or in part: once for each feed, when nothing more is tried with it. One
 * that the guard stopped waits for a signature, and is no failure yet.
 */
export const feedFailed = defineEvent<{ pushId: string; accountId: string }>('stockFeed.failed');

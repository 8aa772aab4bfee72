import type { Refusal } from '#kit/model/refusal.ts';
import { accountStatus } from '#modules/base/model/channel-account.ts';
import { accountNotActive } from '../../model/errors.ts';
import { offers, type Offering } from '../../model/offering.ts';
import { ChannelError, type ListingQuestion } from '../../model/port.ts';
import { classEmpty, formUnread } from '../../model/publish/publish-errors.ts';
import { PLAIN_FORM } from '../../model/publish/stored-form.ts';
import { STOREFRONTS, type StorefrontCode } from '../../model/publish/storefront.ts';
import type { Channel } from '../connections.ts';

/** Whether people take listings of this shop to its marketplace themselves. */
export const isByHand = ({ connector }: Channel): boolean => connector.supports.publish !== 'yes';

/** @throws Refusal 409 for a shop that cannot be spoken to */
export function requireActive({ account }: Channel): void {
  if (account.status !== 'active') throw accountNotActive({ status: accountStatus.items[account.status] });
}

/**
 * Asks the marketplace something that a person waits for, outside of any transaction.
 * @param refusal what they read when it does not answer
 */
export async function askChannel<T>(
  { connection }: Channel,
  ask: (connection: Offering<'publish'>) => Promise<T>,
  refusal: (about: { message: string }) => Refusal,
  otherwise: T,
): Promise<T> {
  if (!offers(connection, 'publish')) return otherwise;
  try {
    return await ask(connection);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    throw refusal({ message: error.message });
  }
}

/** What a class asks now. @throws Refusal 422 for a class that asks nothing, 503 where the marketplace is silent */
export async function readForm(
  channel: Channel,
  storefront: StorefrontCode,
  classId: string,
): Promise<readonly ListingQuestion[]> {
  const questions = await askChannel(
    channel,
    (connection): Promise<readonly ListingQuestion[]> => connection.listingQuestions(STOREFRONTS[storefront], classId),
    formUnread,
    PLAIN_FORM,
  );
  if (questions.length === 0) throw classEmpty();
  return questions;
}

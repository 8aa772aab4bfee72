import { command, type Command } from '#kit/server/command.ts';
import { listingRefusals } from '../model/errors.ts';
import { marketListingLifecycle } from '../model/listing.ts';
import { takeOffers } from './take-offers.ts';

/** 登记行情: what somebody has just seen on the page of a listing. */
export const observeListing: Command = command(marketListingLifecycle, 'observe', {
  async run(tx, rows, answers) {
    for (const row of rows) {
      const sellerId = answers.sellerId ?? row.sellerId;
      if (!sellerId) throw listingRefusals.noSeller();
      const seller = await tx.one<{ marketplace: string; name: string }>`
        select marketplace, name from seller where tenant_id = ${tx.tenant} and id = ${sellerId}::uuid`;
      if (seller.marketplace !== row.marketplace) throw listingRefusals.otherSeller({ seller: seller.name });
      const { at, price = null, stockState = null, rating = null, reviewCount = null, rank = null } = answers;
      await takeOffers(tx, row, [{ sellerId, at, price, stockState, rating, reviewCount, rank }], 'typed');
    }
  },
});

export const watchListing: Command = command(marketListingLifecycle, 'watch', { run: async () => undefined });
export const unwatchListing: Command = command(marketListingLifecycle, 'unwatch', { run: async () => undefined });

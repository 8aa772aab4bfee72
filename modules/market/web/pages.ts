import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the market module. */
export const pages: PageSpecs = {
  'market/ListingList': {
    load: () => import('./listing-pages.tsx').then(({ ListingList }) => ListingList),
  },
  'market/ListingDetail': {
    load: () => import('./listing-pages.tsx').then(({ ListingDetail }) => ListingDetail),
  },
  'market/OfferList': {
    load: () => import('./offer-list.tsx').then(({ OfferList }) => OfferList),
  },
  'market/Compare': {
    load: () => import('./compare-page.tsx').then(({ ComparePage }) => ComparePage),
  },
  'market/ProductList': {
    load: () => import('./product-list.tsx').then(({ ProductList }) => ProductList),
  },
  'market/SellerList': {
    load: () => import('./seller-list.tsx').then(({ SellerList }) => SellerList),
  },
  'market/ReportList': {
    load: () => import('./report-pages.tsx').then(({ ReportList }) => ReportList),
  },
  'market/ReportDetail': {
    load: () => import('./report-pages.tsx').then(({ ReportDetail }) => ReportDetail),
  },
};

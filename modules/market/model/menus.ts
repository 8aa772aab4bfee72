import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 市场 (domain.md §11 for the paths). */
export const marketMenus: readonly DeclaredMenu[] = [
  { path: '/market', title: '市场', icon: 'line-chart', sort: 22, redirect: '/market/listing' },
  ...listPages('/market', [
    ['/market/listing', 'Listing', 1, 'market:marketListing', 'market/ListingList'],
    ['/market/product', '市场产品', 2, 'market:marketProduct', 'market/ProductList'],
    ['/market/seller', '卖家', 3, 'market:seller', 'market/SellerList'],
    ['/market/report', '市场报表', 4, 'market:marketReport', 'market/ReportList'],
    ['/market/offer', '卖家报价', 5, 'market:sellerOffer', 'market/OfferList'],
  ]),
];

import type { RouteSpecs } from '#kit/web/index.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'market/ListingDetail': {
    path: '/market/listing/:id',
    title: '市场Listing',
    detailOf: 'market:marketListing',
  },
  'market/Compare': {
    path: '/market/compare',
    title: 'Listing对比',
  },
  'market/ReportDetail': {
    path: '/market/report/:id',
    title: '市场报表',
    detailOf: 'market:marketReport',
  },
};

import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule } from '#kit/server/module.ts';
import { createConnections, type ChannelServices } from '#modules/channels/server/index.ts';
import * as declared from './model/declared.ts';
import { marketGrants } from './model/grants.ts';
import { fetchReportJob, parseReportJob } from './model/jobs.ts';
import { marketListing } from './model/listing.ts';
import { marketMenus } from './model/menus.ts';
import { marketProduct } from './model/product.ts';
import { marketReport } from './model/report.ts';
import { seller } from './model/seller.ts';
import { fetchReportHandler } from './server/fetch-report.ts';
import { listingGuards } from './server/listing-guards.ts';
import * as listingMoves from './server/listing-moves.ts';
import { listingRoutes } from './server/listing-routes.ts';
import { offerSheet } from './server/offer-sheet.ts';
import { marketInTransaction } from './server/own-sellers.ts';
import { parseReportHandler } from './server/parse-report.ts';
import { productRows } from './server/product-rows.ts';
import { reportGuards } from './server/report-guards.ts';
import * as reportMoves from './server/report-moves.ts';
import { reportTable } from './server/report-table.ts';
import { sellerGuards } from './server/seller-guards.ts';
import { listingsOfSellers } from './server/seller-listings.ts';
import { marketTodos } from './server/todos.ts';

/** 市场: what others sell where we sell, and what marketplaces tell of our shops: by file or by hand. */
export const market = defineModule<ChannelServices>({
  name: 'market',
  declared,
  menus: marketMenus,
  grants: marketGrants,
  serves: [
    { resource: seller, guards: sellerGuards, beside: listingsOfSellers },
    { resource: marketListing, guards: listingGuards },
    { resource: marketProduct, rows: productRows },
    { resource: marketReport, guards: reportGuards },
  ],
  moves: [listingMoves, reportMoves],
  routes: [...listingRoutes, reportTable],
  documents: [offerSheet],
  inTransaction: marketInTransaction,
  jobs: [carriedOut(parseReportJob, parseReportHandler)],
  todos: marketTodos,
  build: (services) => ({
    jobs: [carriedOut(fetchReportJob, fetchReportHandler(createConnections(services)))],
  }),
});

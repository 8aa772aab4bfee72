export * from './jobs.ts';
export * from './listing.ts';
export * from './product.ts';
export * from './report.ts';
export * from './routes.ts';
export * from './seller.ts';

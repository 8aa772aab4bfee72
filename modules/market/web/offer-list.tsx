import type { ReactNode } from 'react';
import { DocumentImport, ListPage } from '#kit/web/index.ts';
import { sellerOffer } from '../model/listing.ts';
import { MOST_OFFER_ROWS } from '../model/offer-sheet.ts';
import { ByFile } from './by-file.tsx';

/** 卖家报价: every time that a listing was seen, by any seller. */
export const OfferList = (): ReactNode => (
  <ListPage
    of={sellerOffer}
    above={() => <ByFile how="导入行情文件；看到过的不会改写" />}
    toolbar={() => <DocumentImport of={sellerOffer} mostRows={MOST_OFFER_ROWS} rowMeans="一行是一个商品的一次观察" />}
  />
);

import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the base data; what is not named here is a generic list. */
export const pages: PageSpecs = {
  'base/CurrencyList': {
    load: () => import('./currency-lists.tsx').then(({ CurrencyList }) => CurrencyList),
  },
  'base/ExchangeRateList': {
    load: () => import('./currency-lists.tsx').then(({ ExchangeRateList }) => ExchangeRateList),
  },
  'base/CustomerList': {
    load: () => import('./customer-list.tsx').then(({ CustomerList }) => CustomerList),
  },
  'base/PaymentTermList': {
    load: () => import('./payment-term-list.tsx').then(({ PaymentTermList }) => PaymentTermList),
  },
  'base/TagList': {
    load: () => import('./tag-list.tsx').then(({ TagList }) => TagList),
  },
  'base/SupplierList': {
    load: () => import('./supplier-list.tsx').then(({ SupplierList }) => SupplierList),
  },
};

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
  'base/WarehouseList': {
    load: () => import('./warehouse-list.tsx').then(({ WarehouseList }) => WarehouseList),
  },
  'base/WarehouseBinList': {
    load: () => import('./warehouse-bin-list.tsx').then(({ WarehouseBinList }) => WarehouseBinList),
  },
  'base/ShipMethodList': {
    load: () => import('./ship-method-list.tsx').then(({ ShipMethodList }) => ShipMethodList),
  },
  'base/FreightTableList': {
    load: () => import('./freight-lists.tsx').then(({ FreightTableList }) => FreightTableList),
  },
  'base/FreightVersionList': {
    load: () => import('./freight-lists.tsx').then(({ FreightVersionList }) => FreightVersionList),
  },
  'base/FormList': {
    load: () => import('./forms/form-list.tsx').then(({ FormList }) => FormList),
  },
  'base/FormDesign': {
    load: () => import('./forms/form-design.tsx').then(({ FormDesign }) => FormDesign),
  },
  'base/FormRecordList': {
    load: () => import('./forms/record-list.tsx').then(({ FormRecordList }) => FormRecordList),
  },
  'base/FormRecords': {
    load: () => import('./forms/record-list.tsx').then(({ FormRecordList }) => FormRecordList),
  },
  'base/TagList': {
    load: () => import('./tag-list.tsx').then(({ TagList }) => TagList),
  },
  'base/SupplierList': {
    load: () => import('./supplier-list.tsx').then(({ SupplierList }) => SupplierList),
  },
};

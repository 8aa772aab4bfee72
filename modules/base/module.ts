import { defineModule } from '#kit/server/module.ts';
import { healthText, type StoredHealth } from './model/account-health.ts';
import { carrierAccount } from './model/carrier-account.ts';
import { channelAccount, channelWarehouse } from './model/channel-account.ts';
import { currency, exchangeRate } from './model/currency.ts';
import { customer, customerContact } from './model/customer.ts';
import * as declared from './model/declared.ts';
import { baseGrants } from './model/grants.ts';
import { baseMenus } from './model/menus.ts';
import { paymentTerm } from './model/payment-term.ts';
import { dynamicForm, formRecord } from './model/forms/dynamic-form.ts';
import { freightTable, freightVersion } from './model/freight-table.ts';
import { shipMethod, shipMethodCode } from './model/ship-method.ts';
import { tag } from './model/tag.ts';
import { supplier, supplierContact } from './model/supplier.ts';
import { warehouseBin, warehouseZone } from './model/warehouse-bin.ts';
import { warehouse } from './model/warehouse.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { binRoutes } from './server/bin-routes.ts';
import { dynamicFormGuards } from './server/forms/dynamic-forms.ts';
import * as formMoves from './server/forms/form-moves.ts';
import { formRecordGuards } from './server/forms/form-records.ts';
import { formRoutes } from './server/forms/form-routes.ts';
import { freightTableGuards, freightVersionGuards } from './server/freight-tables.ts';
import { binGuards, zoneGuards } from './server/warehouse-bins.ts';
import { carrierAccountGuards, type CarrierCheck } from './server/carrier-accounts.ts';
import * as accountMoves from './server/account-commands.ts';
import { currencyGuards, ratesBeside } from './server/currencies.ts';
import { exchangeRateGuards } from './server/exchange-rates.ts';
import {
  accountGuards,
  channelWarehouseGuards,
  shipMethodCodeGuards,
  shipMethodGuards,
  warehouseGuards,
  type SettingsCheck,
} from './server/guards.ts';
import { paymentTermGuards } from './server/payment-terms.ts';
import { contactGuards, partnerGuards } from './server/partners.ts';
import { countShops } from './server/shop-count.ts';
import { tagGuards, tagRoutes, usesBeside } from './server/tags.ts';
import { baseInTransaction } from './server/reactions.ts';

interface Services {
  /** What each channel asks of a shop's settings. */
  checkSettings: SettingsCheck;
  /** What each carrier asks of an account's settings. */
  checkCarrier: CarrierCheck;
  registry: Registry;
  /** How many SKUs lie in each of some warehouses: stock is kept above. */
  skusBeside: BesideRows;
}

/** 币种 汇率 付款条款 供应商 客户 仓库 库区 库位 物流渠道 运费价表 标签 动态表单 店铺账号. */
export const base = defineModule<Services>({
  name: 'base',
  declared,
  menus: baseMenus,
  grants: baseGrants,
  serves: [
    { resource: warehouseZone, guards: zoneGuards },
    { resource: warehouseBin, guards: binGuards },
    { resource: dynamicForm, guards: dynamicFormGuards },
    { resource: formRecord, guards: formRecordGuards },
    { resource: freightTable, guards: freightTableGuards },
    { resource: freightVersion, guards: freightVersionGuards },
    { resource: shipMethod, guards: shipMethodGuards },
    { resource: shipMethodCode, guards: shipMethodCodeGuards },
    { resource: channelWarehouse, guards: channelWarehouseGuards },
    { resource: currency, guards: currencyGuards, beside: ratesBeside },
    { resource: exchangeRate, guards: exchangeRateGuards },
    { resource: paymentTerm, guards: paymentTermGuards },
    { resource: customer, guards: partnerGuards },
    {
      resource: customerContact,
      guards: contactGuards(customerContact, 'customerId', '客户'),
    },
    { resource: supplier, guards: partnerGuards },
    {
      resource: supplierContact,
      guards: contactGuards(supplierContact, 'supplierId', '供应商'),
    },
  ],
  moves: [accountMoves, formMoves],
  counted: [{ bound: 'shops', of: channelAccount, count: countShops }],
  inTransaction: baseInTransaction,
  build: ({ checkSettings, checkCarrier, registry, skusBeside }) => ({
    routes: [...binRoutes(registry), ...formRoutes, ...tagRoutes(registry)],
    serves: [
      { resource: carrierAccount, guards: carrierAccountGuards(checkCarrier) },
      { resource: tag, guards: tagGuards(registry), beside: usesBeside(registry) },
      { resource: warehouse, guards: warehouseGuards, beside: skusBeside },
      {
        resource: channelAccount,
        guards: accountGuards(checkSettings),
        more: (_tx, row) => ({ health: healthText(row as unknown as StoredHealth) }),
      },
    ],
  }),
});

export {
  activateAccount,
  expireAccount,
  noteCursor,
  notePulled,
  setAccountHealth,
  type FoundHealth,
} from './account-commands.ts';
export {
  accountPolicy,
  bindingTolerance,
  connectedByActor,
  channelCodesOf,
  channelWarehousesOf,
  openAccount,
  settingTexts,
  type AccountPolicy,
  type AccountStatus,
  type ChannelWarehouseLink,
  type OpenedAccount,
} from './account-policy.ts';
export {
  noteCarrierHealth,
  openCarrierAccount,
  type CarrierCheck,
  type OpenedCarrierAccount,
} from './carrier-accounts.ts';
export { claimEffects, releaseEffect, type ChannelEffect } from './channel-effects.ts';
export { baseCurrency, currencyFaults } from './currencies.ts';
export { editionOf, formWords, latestEditions, type Edition, type FormWords } from './forms/form-editions.ts';
export { quoteShipping } from './quote-shipping.ts';
export { binOf, type BinFacts } from './warehouse-bins.ts';
export { billingOf, customerOfChannel, type CustomerName, type ShopBilling } from './customers.ts';
export { paymentTermOf } from './payment-terms.ts';
export { payeeOf, type Payee } from './payees.ts';
export { requireSupplier, suppliersOf, type SupplierFacts } from './suppliers.ts';
export { isOwnRate, rateAt, rateKnown } from './exchange-rates.ts';
export type { SettingsCheck } from './guards.ts';
export { scopeRegister } from './scope-register.ts';

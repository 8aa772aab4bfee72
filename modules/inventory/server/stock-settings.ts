import type { Tx } from '#kit/server/database.ts';
import type { Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { bindingSettings, settingsRoutes } from '#modules/system/server/index.ts';
import { stockSettings } from '../model/stock-settings.ts';

/** How far a typed cost may be from the known one, as it binds the actor: a share of that. */
export const bindingCostBound = async (tx: Tx): Promise<string> =>
  (await bindingSettings(tx, stockSettings)).values.costBound;

/** What one person moves alone: a document, and a SKU in a day; minor units of the base currency. */
export const soleLimitOf = async (tx: Tx): Promise<bigint> =>
  (await bindingSettings(tx, stockSettings)).values.soleLimit;

export const stockSettingsRoutes: Route[] = settingsRoutes(stockSettings, { currencyOf: baseCurrency });

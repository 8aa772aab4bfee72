import type { Tx } from '#kit/server/database.ts';
import type { Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { bindingSettings, settingsRoutes } from '#modules/system/server/index.ts';
import { returnSettings } from '../../model/return-settings.ts';

/** The most that the actor gives up alone, minor units of the base currency. */
export const disposalLimitOf = async (tx: Tx): Promise<bigint> =>
  (await bindingSettings(tx, returnSettings)).values.disposalLimit;

export const returnSettingsRoutes: Route[] = settingsRoutes(returnSettings, { currencyOf: baseCurrency });

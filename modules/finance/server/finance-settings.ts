import type { Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { settingsRoutes } from '#modules/system/server/index.ts';
import { financeSettings } from '../model/finance-settings.ts';

export const financeSettingsRoutes: Route[] = settingsRoutes(financeSettings, { currencyOf: baseCurrency });

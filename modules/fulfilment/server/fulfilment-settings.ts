import type { Route } from '#kit/server/route.ts';
import { settingsRoutes } from '#modules/system/server/index.ts';
import { fulfilmentSettings, isDayTime } from '../model/fulfilment-settings.ts';
import { badCutoff } from '../model/wave-errors.ts';

export const fulfilmentSettingsRoutes: Route[] = settingsRoutes(fulfilmentSettings, {
  faults: ({ cutoff }) => (typeof cutoff === 'string' && !isDayTime(cutoff) ? badCutoff().errors : []),
});

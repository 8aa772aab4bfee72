import type { FieldError } from '#kit/model/refusal.ts';
import type { Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { settingsRoutes } from '#modules/system/server/index.ts';
import { MOST_TOLERANCE_PERCENT, remittanceSettings } from '../model/remittance-settings.ts';

export const remittanceSettingsRoutes: Route[] = settingsRoutes(remittanceSettings, {
  currencyOf: baseCurrency,
  faults: ({ toleranceShare }): FieldError[] =>
    Number(toleranceShare ?? 0) * 100 > MOST_TOLERANCE_PERCENT
      ? [
          {
            field: 'toleranceShare',
            code: 'finance.toleranceShare',
            message: `匹配容差比例最多 ${MOST_TOLERANCE_PERCENT}%`,
          },
        ]
      : [],
});

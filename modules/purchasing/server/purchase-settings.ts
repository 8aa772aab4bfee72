import type { FieldError } from '#kit/model/refusal.ts';
import type { Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { settingsRoutes } from '#modules/system/server/index.ts';
import { mailWordUnknown, toleranceTooWide } from '../model/errors.ts';
import {
  MOST_BEYOND_PERCENT,
  MOST_TOLERANCE_PERCENT,
  purchaseSettings,
  unknownWords,
} from '../model/purchase-settings.ts';

/** What may differ unseen at most, in percent. */
const TOLERANCES = {
  priceTolerance: MOST_TOLERANCE_PERCENT,
  taxTolerance: MOST_TOLERANCE_PERCENT,
  receiveTolerance: MOST_BEYOND_PERCENT,
} as const;

export const purchaseSettingsRoutes: Route[] = settingsRoutes(purchaseSettings, {
  currencyOf: baseCurrency,
  faults: (values) => [...wordFaults(values), ...toleranceFaults(values)],
});

type Values = Readonly<Record<string, unknown>>;

const toleranceFaults = (values: Values): FieldError[] =>
  Object.entries(TOLERANCES)
    .filter(([field, most]) => Number(values[field] ?? 0) * 100 > most)
    .map(([field, most]) =>
      toleranceTooWide({ field, title: purchaseSettings.fields[field as keyof typeof TOLERANCES].title, most }),
    );

const wordFaults = (values: Values): FieldError[] =>
  (['mailSubject', 'mailText'] as const).flatMap((field) => {
    const [word] = unknownWords(String(values[field] ?? ''));
    return word === undefined ? [] : [{ field, ...mailWordUnknown({ word }) }];
  });

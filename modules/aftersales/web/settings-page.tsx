import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { fetchRoute, callRoute, SettingsPage } from '#kit/web/index.ts';
import {
  readReturnSettings,
  returnSettings,
  saveReturnSettings,
  type WireReturnSettings,
} from '../model/return-settings.ts';

/** What is hidden from the reader is not asked; a limit names its currency. */
function fieldsOf(settings: WireReturnSettings): Fields {
  const { dueDays, disposalLimit: limit } = returnSettings;
  const disposalLimit = { ...limit, title: `${limit.title}(${settings.currency})` };
  return { dueDays, ...('disposalLimit' in settings ? { disposalLimit } : {}) };
}

/** 售后设置: how long goods are waited for, and what one person may give up alone. */
export const ReturnSettingsPage = (): ReactNode => (
  <SettingsPage
    title="售后设置"
    name="aftersales:returnSettings"
    read={(signal) => fetchRoute(readReturnSettings, { signal })}
    save={(body) => callRoute(saveReturnSettings, { body })}
    editRight="aftersales:returnSettings:edit"
    fieldsOf={fieldsOf}
  />
);

import type { ReactNode } from 'react';
import { fetchRoute, callRoute, SettingsPage } from '#kit/web/index.ts';
import { fulfilmentSettings, readFulfilmentSettings, saveFulfilmentSettings } from '../model/fulfilment-settings.ts';

/** 发货设置: how large waves are, and until when boxes are handed over. */
export const FulfilmentSettingsPage = (): ReactNode => (
  <SettingsPage
    title="发货设置"
    name="fulfilment:settings"
    read={(signal) => fetchRoute(readFulfilmentSettings, { signal })}
    save={(body) => callRoute(saveFulfilmentSettings, { body })}
    editRight="fulfilment:settings:edit"
    fieldsOf={() => fulfilmentSettings}
    layout={[['mostPerWave', 'cartSlots'], ['cutoff']]}
  />
);

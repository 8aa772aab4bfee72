import type { ReactNode } from 'react';
import type { EditProps } from '#kit/web/index.ts';
import { readRates, readSurcharges, readZones } from '../model/freight-sheets.ts';
import { SheetInput } from './sheet-input.tsx';

const faultOf = (read: ReturnType<typeof readRates | typeof readZones | typeof readSurcharges>) =>
  'fault' in read ? read.fault : null;

/** Prices: weights down, zones across; a zone more is a column more. */
export const RatesInput = (props: EditProps): ReactNode => (
  <SheetInput
    {...props}
    start={[
      ['重量', '2', '3', '4', '5', '6', '7', '8'],
      ['1', '', '', '', '', '', '', ''],
      ['续重', '', '', '', '', '', '', ''],
    ]}
    mayWiden
    fault={(text) => faultOf(readRates(text))}
  />
);

/** Which postal codes belong to which zone. */
export const ZonesInput = (props: EditProps): ReactNode => (
  <SheetInput
    {...props}
    start={[['国家', '邮编前缀', '到', '分区', '时效天数', '发货仓编码']]}
    fault={(text) => faultOf(readZones(text))}
  />
);

/** What is asked of cartons beyond the usual. */
export const SurchargesInput = (props: EditProps): ReactNode => (
  <SheetInput
    {...props}
    start={[['名称', '最长边超过', '长加围长超过', '重量超过', '每箱金额']]}
    fault={(text) => faultOf(readSurcharges(text))}
  />
);

import { Select } from 'antd';
import type { ReactNode } from 'react';

/** Where most sellers and their marketplaces stand; all others follow. */
const FIRST = ['Asia/Shanghai', 'America/New_York', 'America/Chicago', 'America/Los_Angeles'];
const ALL = [...new Set([...FIRST, ...Intl.supportedValuesOf('timeZone')])];
const OPTIONS = ALL.map((value) => ({ value, label: value }));

/** A time zone by its name. */
export const ZoneInput = (props: {
  id?: string;
  value?: string;
  disabled?: boolean;
  onChange?: (zone: string) => void;
}): ReactNode => <Select {...props} showSearch options={OPTIONS} />;

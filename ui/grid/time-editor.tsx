import { ClockCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { MomentInput } from '../cells/moment-input.tsx';
import { Unread } from '../cells/unread.ts';
import type { CellEditProps } from './cell-registry.ts';
import { readTime } from './time-text.ts';

/** A time of day, `HH:mm:ss`. */
export function TimeCellEdit(props: CellEditProps): ReactNode {
  return (
    <MomentInput
      {...props}
      picks="time"
      icon={<ClockCircleOutlined />}
      read={(text) => {
        if (text.trim() === '') return null;
        const time = readTime(text, props.field);
        return 'value' in time ? time.value : new Unread(text, time.message);
      }}
    />
  );
}

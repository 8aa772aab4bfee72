import type { ReactNode } from 'react';
import { holdTitle, type HoldType } from '../model/hold-title.ts';
import './orders.css';

/** Reasons that the buyer or the channel is waiting for; they are distinguished by their colour. */
export const URGENT: ReadonlySet<string> = new Set<HoldType>([
  'cancelRequest',
  'noAck',
  'address',
  'channelChange',
  'answeredElsewhere',
]);

export const HoldTag = ({ type }: { type: string }): ReactNode => (
  <span className={`or-hold${URGENT.has(type) ? ' or-hold-urgent' : ''}`}>{holdTitle(type)}</span>
);

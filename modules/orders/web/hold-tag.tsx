import type { ReactNode } from 'react';
import { holdTitle } from './hold-title.ts';
import './orders.css';

/** Reasons that the buyer or the channel is waiting for; they are distinguished by their colour. */
export const URGENT = new Set([
  'cancelRequest',
  'noAck',
  'address',
  'channelChange',
  'answeredElsewhere',
]);

export const HoldTag = ({ type }: { type: string }): ReactNode => (
  <span className={`or-hold${URGENT.has(type) ? ' or-hold-urgent' : ''}`}>{holdTitle(type)}</span>
);

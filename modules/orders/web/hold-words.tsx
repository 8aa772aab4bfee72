import type { ReactNode } from 'react';
import { holdNote } from '../model/hold-notes.ts';
import { holdTitle } from './hold-title.ts';
import { useGlance } from './use-glance.ts';
import './orders.css';

/** What holds an order, in words: the case, what such a hold means, and since when. */
export function HoldWords({ id }: { id: string }): ReactNode {
  const glance = useGlance(id);
  if (!glance) return '加载中…';
  return (
    <ul className="or-hold-words">
      {glance.holds.map((hold) => (
        <li key={hold.type + hold.detail}>
          <strong>{holdTitle(hold.type)}</strong>
          {hold.detail && `：${hold.detail}`}
          <span className="or-weak">　{hold.openedAt}</span>
          <div className="or-weak">{holdNote(hold.type)}</div>
        </li>
      ))}
    </ul>
  );
}

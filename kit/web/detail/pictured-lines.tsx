import type { ReactNode } from 'react';
import { RowPicture } from '../cells/row-picture.tsx';
import './detail-parts.css';

/** Goods of a document as they are known on sight, a line each. */
export const PicturedLines = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <ul className="wb-pictured" aria-label={label}>
    {children}
  </ul>
);

/** One kind of goods: its picture, what we call it, how many, and what else is known of it. */
export function PicturedLine({
  picture,
  name,
  words,
  units,
  about,
  isGone = false,
}: {
  picture: string | null;
  name: ReactNode;
  /** Below the name, small: codes and whereabouts. */
  words: ReactNode;
  units: ReactNode;
  /** At the end of the line: an amount, or how far it is. */
  about?: ReactNode;
  /** Nothing of it is wanted any more. */
  isGone?: boolean;
}): ReactNode {
  return (
    <li className={isGone ? 'wb-pictured-gone' : ''}>
      <RowPicture path={picture} />
      <div className="wb-pictured-words">
        <strong>{name}</strong>
        {words}
      </div>
      <div className="wb-pictured-units">{units}</div>
      {about !== undefined && <div className="wb-pictured-about">{about}</div>}
    </li>
  );
}

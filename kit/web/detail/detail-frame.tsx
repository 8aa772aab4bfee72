import type { ReactNode } from 'react';
import './detail.css';

/** The frame of a page that shows one thing without being the detail of a row: the looks of a detail come with it. */
export const DetailFrame = ({ children }: { children: ReactNode }): ReactNode => (
  <article className="wb-detail">{children}</article>
);

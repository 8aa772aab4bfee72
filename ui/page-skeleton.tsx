import type { ReactNode } from 'react';
import './page-skeleton.css';

const LINES = 8;

/** Where a page will stand while its code or its data is on the way: its head, and the first lines below it. */
export const PageSkeleton = (): ReactNode => (
  <div className="wb-page-skeleton" role="status" aria-label="加载中…">
    <span className="wb-page-skeleton-head" />
    <div>
      {Array.from({ length: LINES }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  </div>
);

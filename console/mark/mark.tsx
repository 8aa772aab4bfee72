import type { ReactNode } from 'react';
import type { Brand } from '../brand.ts';
import './mark.css';

/** The installation's logo, or the mark of the product where it has none. The name stands beside it. */
export function Mark({ brand, className }: { brand: Brand; className: string }): ReactNode {
  return brand.logo ? (
    <img className={className} src={brand.logo} alt="" />
  ) : (
    <span className={`wb-mark ${className}`} aria-hidden />
  );
}

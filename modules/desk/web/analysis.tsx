import type { ReactNode } from 'react';
import { usePermission } from '#kit/web/index.ts';
import { FirstSteps } from './first-steps.tsx';
import { SalesFigures } from './sales-figures.tsx';
import { TodoCards } from './todo-cards.tsx';
import './desk.css';

/** 首页: what waits, each with the list that shows it; then how it sells. */
export function Analysis(): ReactNode {
  const maySeeFigures = usePermission('desk:analysis:list');
  return (
    <div className="dk-page">
      <h1>工作台</h1>
      <FirstSteps />
      <TodoCards />
      {maySeeFigures && <SalesFigures />}
    </div>
  );
}

import type { ReactNode } from 'react';
import { HelpButton, usePermission } from '#kit/web/index.ts';
import { BusinessBand } from './business-band.tsx';
import { FirstSteps } from './first-steps.tsx';
import { TodoBands } from './todo-bands.tsx';
import './desk.css';

/** 首页: what must be done today, what is wrong, and how it goes. */
export function Analysis(): ReactNode {
  const maySeeFigures = usePermission('desk:analysis:list');
  return (
    <div className="dk-page">
      <div className="wb-titled">
        <h1>工作台</h1>
        <HelpButton />
      </div>
      <FirstSteps />
      <TodoBands />
      {maySeeFigures && <BusinessBand />}
    </div>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import { HelpButton, usePermission, useSession } from '#kit/web/index.ts';
import { BusinessBand } from './business-band.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { noteShape, shapeOf } from './home-shape.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ComingBands, TodoBands, useTodos } from './todo-bands.tsx';
import './desk.css';

/** 首页: what must be done today, what is wrong, and how it goes. */
export function Analysis(): ReactNode {
  const { tenantId, user } = useSession();
  const owner = `${tenantId} ${user.id}`;
  const [shape] = useState(() => shapeOf(owner));
  const maySeeFigures = usePermission('desk:analysis:list');
  const hasSteps = useFirstSteps();
  const todos = useTodos();
  // What stands above comes first: nothing that is drawn is pushed down by what was slower.
  const isThere = hasSteps !== undefined && !todos.isPending;
  const { today, wrong } = todos;
  useEffect(() => {
    if (today && wrong && hasSteps !== undefined)
      noteShape(owner, { today: today.length, wrong: wrong.length, hasSteps });
  }, [owner, today, wrong, hasSteps]);
  return (
    <div className="dk-page">
      <div className="dk-title">
        <div className="wb-titled">
          <h1>工作台</h1>
          <HelpButton />
        </div>
        <Shortcuts />
      </div>
      {isThere ? (
        <>
          {hasSteps && <FirstSteps />}
          <TodoBands todos={todos} />
        </>
      ) : (
        <ComingBands shape={shape} />
      )}
      {maySeeFigures && <BusinessBand isHeld={!isThere} />}
    </div>
  );
}

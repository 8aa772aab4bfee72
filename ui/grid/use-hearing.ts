import { useLayoutEffect, useRef, type RefObject } from 'react';
import { hearGrid } from './grid-events.ts';
import { gridFace } from './grid-face.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';
import type { GridWork } from './grid-work.ts';

/** Hears what is done in the rows of a grid while they are on the screen. */
export function useHearing(
  session: GridSession,
  work: GridWork,
  mayAdd: boolean,
  showDetails: (id: string) => void,
  parts: Record<'scroller' | 'body' | 'line', RefObject<HTMLDivElement | null>>,
): void {
  const { scroller, body, line } = parts;
  const may = useRef(mayAdd);
  useLayoutEffect(() => {
    may.current = mayAdd;
  });
  useLayoutEffect(() => {
    if (!scroller.current || !body.current || !line.current) return;
    const hide = session.viewport.show(scroller.current, body.current, gridFace(session));
    const stop = hearGrid(session, scroller.current, line.current, () => ({
      choose: work.toggle,
      clickSelectsRow: work.props.clickSelectRow ?? false,
      toggleRow: (id) => work.toggle(id),
      moveRow: work.movesRows ? work.moveRow : null,
      save: work.props.onSave ? () => void work.save() : null,
      addRows: may.current ? work.addRows : null,
      showDetails: hasDetails(work.props) ? showDetails : null,
    }));
    return () => {
      stop();
      hide();
    };
  }, [session, work, showDetails, scroller, body, line]);
}

const hasDetails = ({ clickRowShowSubForm, clickRowShowMainForm }: GridProps): boolean =>
  (clickRowShowSubForm ?? clickRowShowMainForm) !== undefined;

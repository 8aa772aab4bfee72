import { useEffect, useRef } from 'react';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useHost } from '#ui/host.ts';
import type { PageConnection, ReceivedNews } from './page-connection.ts';
import { onRowSaved } from './saved-rows.ts';
import { rowToSend } from '#ui/grid/received-row.ts';

/** Whoever only passes by on the way to another tab joins nobody. */
const JOIN_AFTER_MS = 1000;

interface Saved {
  /** What was shown before: the row is broadcast once it is another. */
  before: Row | undefined;
  state: string | undefined;
}

/**
 * Joins the others who have the list of a resource in front of them: they receive rows saved
 * here, as the list then shows them, and theirs are shown here.
 * @param hear rows that somebody else has just changed
 */
export function usePageSocket(resource: AnyResource, rows: readonly Row[], hear: (news: ReceivedNews) => void): void {
  const connection = useRef<PageConnection | null>(null);
  const saved = useRef(new Map<string, Saved>());
  const shown = useRef(rows);
  const hearing = useRef(hear);
  const joinPage = useHost((host) => host.joinPage);

  useEffect(() => {
    hearing.current = hear;
  });

  useEffect(() => {
    // Rows of a view are nobody's to write: there is nothing to tell.
    if (!joinPage || resource.kind === 'view' || resource.isComposite) return;
    let isOver = false;
    const join = (): void => {
      import('./page-connection.ts')
        .then(({ openPage }) => {
          if (!isOver) connection.current = openPage(resource, joinPage, (news) => hearing.current(news));
        })
        // The list is requested again all the same.
        .catch(() => undefined);
    };
    const joining = setTimeout(join, JOIN_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(joining);
      connection.current?.close();
      connection.current = null;
    };
  }, [resource, joinPage]);

  useEffect(
    () =>
      onRowSaved(resource, (id, state) => {
        const before = shown.current.find((row) => row.id === id);
        saved.current.set(id, { before, state });
      }),
    [resource],
  );

  useEffect(() => {
    shown.current = rows;
    for (const [id, { before, state }] of saved.current) {
      const row = rows.find((one) => one.id === id);
      if (row && row === before) continue;
      saved.current.delete(id);
      // A move may have led it out of this list: its state is all that is known then.
      const reported = row ? rowToSend(row, listKeys(resource)) : state && { id, status: state };
      if (reported) connection.current?.tell(reported);
    }
  }, [resource, rows]);
}

import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { fetchRoute, keyOf, refreshResource } from '#kit/web/index.ts';
import { depart as resource } from '../../model/depart.ts';
import { departMoveCalls, type DepartMove } from '../../model/routes/departs.ts';
import { user } from '../../model/user.ts';
import { DepartSelect } from '../pickers/lazy-pickers.ts';
import { Answered, SaveDialog } from '../save-dialog.tsx';
import type { Depart } from '../use-departs.ts';

type Kind = 'move' | 'merge';

const TEXTS: Record<Kind, { title: string; label: string; blank: string; done: string }> = {
  move: {
    title: '移动部门',
    label: '新的上级部门',
    blank: '不选则成为一级部门',
    done: '部门已移动',
  },
  merge: { title: '合并部门', label: '合并到', blank: '请选择部门', done: '部门已合并' },
};

/** Puts a department elsewhere, or into another one, after showing what goes along. */
export function DepartMoveDialog({
  kind,
  depart,
  onClose,
  onDone,
}: {
  kind: Kind;
  depart: Depart;
  onClose: () => void;
  /** Before it closes: the department stands elsewhere, or no more. */
  onDone: () => void;
}): ReactNode {
  const texts = TEXTS[kind];
  const [target, setTarget] = useState<string | null>(null);
  const isRequested = kind === 'move' ? target !== null || depart['parentId'] !== '' : target !== null;
  const preview = useQuery({
    queryKey: keyOf(resource, 'along', kind, depart.id, target),
    queryFn: ({ signal }) => send(kind, depart.id, target, true, signal),
    enabled: isRequested,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const run = async (): Promise<string> => {
    await send(kind, depart.id, target, false);
    void refreshResource(resource);
    void refreshResource(user);
    onDone();
    return texts.done;
  };
  return (
    <SaveDialog
      title={`${texts.title}：${depart.departName}`}
      okText={texts.title}
      danger={kind === 'merge'}
      canSave={preview.data !== undefined && !preview.isFetching}
      save={run}
      onClose={onClose}
    >
      <div className="sy-depart-target">
        <span>{texts.label}</span>
        <DepartSelect aria-label={texts.label} placeholder={texts.blank} value={target} onChange={setTarget} />
      </div>
      {isRequested && (
        <Answered isWaiting={preview.isFetching} error={preview.error}>
          {preview.data && <MovedWithList move={preview.data} />}
        </Answered>
      )}
    </SaveDialog>
  );
}

function MovedWithList({ move }: { move: DepartMove }): ReactNode {
  const [before, after] = move.orgCode;
  const lines = move.along.filter(({ count }) => count > 0);
  return (
    <section aria-label="一并变化">
      <p className="sy-grant-note">
        编码 {before} → {after}
      </p>
      <ul className="sy-depart-along">
        {lines.map(({ what, count, names }) => (
          <li key={what}>
            <strong>{count}</strong> {what}
            <div className="sy-grant-note">
              {names.join('、')}
              {count > names.length ? ' 等' : ''}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function send(
  kind: Kind,
  id: string,
  target: string | null,
  dryRun: boolean,
  signal?: AbortSignal,
): Promise<DepartMove> {
  const about = signal ? { signal } : {};
  if (kind === 'move') return fetchRoute(departMoveCalls.move, { body: { id, parentId: target, dryRun }, ...about });
  return fetchRoute(departMoveCalls.merge, {
    body: { id, intoId: target ?? '', dryRun },
    ...about,
  });
}

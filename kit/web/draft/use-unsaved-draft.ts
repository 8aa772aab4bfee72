import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { draftKey, useDraft, withoutSecrets, type DraftOffer } from '../form/use-draft.ts';
import { isTempId, type GridRow } from '#ui/grid/grid-column.ts';
import type { LineGridHandle, RestoredLines } from '../lines/line-grid.tsx';

interface UnsavedDraft {
  isDirty: boolean;
  noteHead: () => void;
  noteLines: (isDirty: boolean) => void;
  offer: DraftOffer | null;
  /** Lines that were kept and are to be put back. */
  restored: RestoredLines | null;
}

/**
 * Keeps what is typed into head and lines of a document where nobody can be asked, and offers it the
 * next time. Stored lines of which something may be hidden stay as they are stored: it could not be
 * written back.
 */
export function useUnsavedDraft(
  { resource, head, child, line }: DraftShape,
  form: FormInstance<Record<string, unknown>>,
  handle: LineGridHandle | null,
  { id, title, isDone }: { id: string | undefined; title: string; isDone: boolean },
): UnsavedDraft {
  const [isHeadDirty, setHeadDirty] = useState(false);
  const [areLinesDirty, setLinesDirty] = useState(false);
  const [restored, setRestored] = useState<RestoredLines | null>(null);
  const masked = Object.values((child.masks ?? {}) as Record<string, readonly string[]>).flat();
  const isWhole = !masked.some((key) => key in line);
  const isDirty = (isHeadDirty || areLinesDirty) && !isDone;
  const offer = useDraft({
    key: draftKey(resourceKey(resource), id),
    title,
    isDirty,
    take: () => ({
      head: withoutSecrets(head, form.getFieldsValue()),
      lines: (handle?.grid?.getRows() ?? []).filter((row) => isWhole || isTempId(row.id)),
    }),
    restore({ head: typed, lines }) {
      form.setFieldsValue(typed as Record<string, unknown>);
      setHeadDirty(true);
      setRestored({ lines: lines as readonly GridRow[], isWhole });
    },
  });
  return {
    isDirty,
    noteHead: () => setHeadDirty(true),
    noteLines: setLinesDirty,
    offer,
    restored,
  };
}

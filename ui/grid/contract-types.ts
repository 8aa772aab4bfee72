import { fetched } from '../fetched.tsx';
import { tagValue } from '../widgets/tag-text.ts';
import type { CellEditProps, CellType } from './cell-registry.ts';
import { PopupCell } from './popup-cell.tsx';
import { readTime } from './time-text.ts';

/** Names the contract has for cells that are those of a field kind (contract §5.1, spec §3). */
const KIND_NAMES = new Set(
  (
    'input inputNumber textarea select select-search select-multiple select-dict-search ' +
    'sel_search sel_search_async list_multi date datetime checkbox checkbox_meta upload file image'
  ).split(' '),
);

/** Whether a type says no more than the kind of the field does. */
export const isKindName = (name: string): boolean => KIND_NAMES.has(name);

const editor = (name: 'TagsCellEdit' | 'RadioCellEdit' | 'InputPopCellEdit'): NonNullable<CellType['Edit']> =>
  fetched<CellEditProps>(() => import('./type-editors.tsx').then((module) => module[name]));

/** `45` and `45.678` as 45% and 45.7%, never beyond 0 and 100; a text that is no number stays. */
function shareText(value: unknown): string {
  const share = Math.min(Math.max(Number(value), 0), 100);
  return Number.isNaN(share) ? String(value) : `${Math.round(share * 10) / 10}%`;
}

/** The contract's types that are no field kinds; those of people stand with the people. */
export const contractTypes: Readonly<Partial<Record<string, CellType>>> = {
  normal: { isOfKind: true, Edit: null },
  progress: {
    text: () => shareText,
    isOfKind: true,
    isBar: true,
    Edit: null,
    width: 160,
    align: 'right',
  },
  time: {
    isOfKind: true,
    read: readTime,
    isTyped: true,
    keysAs: 'datetime',
    width: 120,
    Edit: fetched<CellEditProps>(() => import('./time-editor.tsx').then((module) => module.TimeCellEdit)),
  },
  tags: {
    isOfKind: true,
    isTyped: true,
    read: (text) => ({ value: tagValue(text) || null }),
    Edit: editor('TagsCellEdit'),
  },
  radio: { isOfKind: true, keysAs: 'choice', width: 200, Edit: editor('RadioCellEdit') },
  input_pop: { isOfKind: true, isTyped: true, width: 200, Edit: editor('InputPopCellEdit') },
  popup: { isOfKind: true, keysAs: 'link', Edit: PopupCell },
};

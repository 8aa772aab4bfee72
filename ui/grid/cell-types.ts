import { measures } from '../cells/measures.ts';
import { fetched } from '../fetched.tsx';
import { registeredType, type CellEditProps, type CellType } from './cell-registry.ts';
import { contractTypes, isKindName } from './contract-types.ts';
import type { GridColumn } from './grid-column.ts';
import { readNamed } from './named-keys.ts';
import { textFaces, type TextFace } from './paint.ts';

/** A type with what it takes over from the kind of its column's field. */
type FoundType = CellType & { text: TextFace };

const UploadsCellEdit = fetched<CellEditProps>(() =>
  import('../upload/upload-faces.tsx').then((module) => module.UploadsCellEdit),
);

const TYPED = new Set([
  'text',
  'textarea',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'length',
  'weight',
  'sealed',
  'json',
  'choice',
  'choices',
  'link',
  'date',
  'datetime',
]);

const known = new WeakMap<GridColumn, FoundType>();

/** The type of a column's cells. @throws Error when it names one that nobody has registered */
export function typeOf(column: GridColumn): FoundType {
  const found = known.get(column) ?? foundType(column);
  known.set(column, found);
  return found;
}

/** Whether a column holds values of its field's kind, whatever its cells look like. */
export const isOfKind = (column: GridColumn): boolean => typeOf(column).isOfKind ?? false;

function foundType(column: GridColumn): FoundType {
  const { type, field } = column;
  const named = type === undefined ? undefined : (registeredType(type) ?? contractTypes[type]);
  if (named) return completed(named, column);
  if (type !== undefined && !isKindName(type)) throw new Error(`grid: no cell type ${type}`);
  const { kind } = field;
  return {
    text: textFaces[kind],
    isOfKind: true,
    isTyped: TYPED.has(kind),
    ...(kind === 'files' || kind === 'pictures' ? { Edit: UploadsCellEdit } : {}),
    ...measures[kind],
  };
}

function completed(type: CellType, { field: { kind } }: GridColumn): FoundType {
  if (type.isNamed) return { text: textFaces.link, read: readNamed, keysAs: 'link', isOfKind: true, ...type };
  return { text: textFaces[kind], ...(type.isOfKind ? measures[kind] : {}), ...type };
}

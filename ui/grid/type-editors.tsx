import { Radio } from 'antd';
import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useDictOptions } from '../cells/choice-cells.tsx';
import { inputProps } from '../cells/faces.ts';
import { InputPop } from '../upload/input-pop.tsx';
import { TagsInput } from '../widgets/tags-input.tsx';
import type { CellEditProps } from './cell-registry.ts';
import { titleOf } from './grid-column.ts';

/** px, in grids (contract §5.3). */
const POP_SIZE = { width: 300, height: 210 };

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Tags of two characters each, `ab;cd`. */
export function TagsCellEdit({ value, onChange, ...props }: CellEditProps): ReactNode {
  return <TagsInput {...inputProps(props)} value={asText(value)} onChange={(next) => onChange?.(next || null)} />;
}

/** One of a few choices, all of them in sight. */
export function RadioCellEdit({ column, field, value, onChange }: CellEditProps): ReactNode {
  const isEntered = useRef(false);
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (isEntered.current) return;
    isEntered.current = true;
    // The grid puts the keyboard on the first; arrows are to go on from what is chosen.
    const chosen = currentTarget.querySelector<HTMLElement>('input:checked');
    if (chosen && chosen !== target) chosen.focus({ preventScroll: true });
  };
  return (
    <div className="wb-grid-radios" onFocus={enter}>
      <Radio.Group
        aria-label={titleOf(column)}
        value={value ?? null}
        options={useDictOptions(field.dict)}
        onChange={({ target }) => onChange?.(target.value)}
      />
    </div>
  );
}

/** A line of text that opens to a larger one; Alt+Enter opens it. */
export function InputPopCellEdit({ id, field, value, onChange }: CellEditProps): ReactNode {
  const open = (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget, target } = event;
    if (event.key !== 'Enter' || !event.altKey || !currentTarget.contains(target as Node)) return;
    event.preventDefault();
    currentTarget.querySelector('button')?.click();
  };
  return (
    <div onKeyDown={open}>
      <InputPop
        label={field.title}
        {...(id ? { id } : {})}
        {...(field.max ? { maxLength: field.max } : {})}
        value={asText(value)}
        {...POP_SIZE}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

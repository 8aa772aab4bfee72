import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { RowFace } from '#kit/model/list-entry.ts';
import { titleOf, type GridColumn, type GridRow } from '#ui/grid/grid-column.ts';
import type { GridSession } from '#ui/grid/grid-session.ts';
import { smallPicture } from '#ui/upload/stored-files.ts';
import { LineStepper } from './line-stepper.tsx';

interface LineCardProps {
  session: GridSession;
  row: GridRow;
  columns: readonly GridColumn[];
  /** What the line is about. */
  subject: GridColumn | undefined;
  /** How many of it, counted on the card itself. */
  quantity: GridColumn | undefined;
  number: number;
  face: RowFace | undefined;
  /** What is wrong, by key. */
  faults: ReadonlyMap<string, string> | undefined;
  /** It was scanned last. */
  isMarked: boolean;
  isReadOnly: boolean;
  mayRemove: boolean;
  onEdit: (id: string, key?: string) => void;
  onRemove: (row: GridRow) => void;
}

/** One line: what it is about, how many, and in small what else it says; a tap opens all of it. */
export function LineCard(props: LineCardProps): ReactNode {
  const { session, row, columns, subject, quantity, number, face, isMarked, isReadOnly } = props;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  const name = (subject && session.plainTextOf(subject, row)) || `第 ${number} 行`;
  const rest = columns.filter(({ key, field }) => key !== subject?.key && key !== quantity?.key && !field.ordinal);
  const messages = rest.flatMap((column) => {
    const text = session.plainTextOf(column, row);
    return text === '' ? [] : [`${titleOf(column)} ${text}`];
  });
  const wrong = columns.flatMap((column) => {
    const message = props.faults?.get(column.key);
    return message ? [{ key: column.key, text: `${titleOf(column)}：${message}` }] : [];
  });
  return (
    <li
      ref={place}
      className={`wb-line-card${wrong.length > 0 ? ' wb-line-wrong' : ''}${isMarked ? ' wb-line-marked' : ''}`}
    >
      <button
        type="button"
        className="wb-line-goods"
        disabled={isReadOnly}
        onClick={() => props.onEdit(row.id, wrong[0]?.key)}
      >
        {subject?.field.kind === 'link' && (
          <span className="wb-line-picture">
            {face?.picture && <img {...smallPicture(face.picture)} alt="" width={40} height={40} />}
          </span>
        )}
        <span className="wb-line-words">
          <strong>{name}</strong>
          {face?.name && <span>{face.name}</span>}
          {messages.length > 0 && <small>{messages.join(' · ')}</small>}
        </span>
      </button>
      {wrong.map(({ key, text }) => (
        <p key={key} className="wb-line-fault">
          {text}
        </p>
      ))}
      <div className="wb-line-deeds">
        {quantity && (
          <LineStepper
            session={session}
            row={row}
            column={quantity}
            name={name}
            isWrong={props.faults?.has(quantity.key) ?? false}
            disabled={isReadOnly || !session.canEdit(row, quantity)}
          />
        )}
        {props.mayRemove && (
          <Button
            type="text"
            danger
            aria-label={`删除 ${name}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => props.onRemove(row)}
          />
        )}
      </div>
    </li>
  );
}

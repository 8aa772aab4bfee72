import { Button } from 'antd';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { CELL_TYPES } from '../../model/forms/field-def.ts';
import type { DesignRow } from './design-rows.ts';
import type { Design } from './use-design.ts';

/** The fields in their order: dragged, or moved by the keyboard. */
export function DesignCanvas({ design, isClosed }: { design: Design; isClosed: boolean }): ReactNode {
  const [aim, setAim] = useState<number | null>(null);
  const { rows, dragged } = design;
  const drop = (event: DragEvent, at: number): void => {
    event.preventDefault();
    setAim(null);
    design.drop(at);
  };
  const over = (event: DragEvent, at: number): void => {
    if (!dragged) return;
    event.preventDefault();
    setAim(at);
  };
  return (
    <>
      <p id="ba-design-how" className="ba-example">
        点左边加字段；拖动或按 Alt+↑↓ 调整顺序，Delete 删除。
      </p>
      <ol className="ba-design-rows" aria-label="字段" aria-describedby="ba-design-how">
        {rows.map((row, at) => (
          <CanvasRow
            key={row.id}
            row={row}
            at={at}
            design={design}
            isClosed={isClosed}
            isAim={aim === at && dragged !== null}
            onOver={(event) => over(event, at)}
            onDrop={(event) => drop(event, at)}
            onLeave={() => setAim(null)}
          />
        ))}
        {!isClosed && (
          <li
            className="ba-design-end"
            data-aim={aim === rows.length && dragged !== null}
            onDragOver={(event) => over(event, rows.length)}
            onDragLeave={() => setAim(null)}
            onDrop={(event) => drop(event, rows.length)}
          >
            {rows.length === 0 ? '把字段类型拖到这里，或点它加入' : '拖到这里放在最后'}
          </li>
        )}
      </ol>
    </>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function CanvasRow({
  row,
  at,
  design,
  isClosed,
  isAim,
  onOver,
  onDrop,
  onLeave,
}: {
  row: DesignRow;
  at: number;
  design: Design;
  isClosed: boolean;
  isAim: boolean;
  onOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onLeave: () => void;
}): ReactNode {
  const { id, def } = row;
  const isWrong = Object.keys(design.faultsOf(row)).length > 0;
  const press = (event: KeyboardEvent): void => {
    if (isClosed) return;
    const by = event.altKey ? STEPS[event.key] : undefined;
    if (by !== undefined) design.move(id, by);
    else if (event.key === 'Delete') design.remove(id);
    else return;
    event.preventDefault();
  };
  return (
    <li
      data-chosen={design.chosen?.id === id}
      data-wrong={isWrong}
      data-aim={isAim}
      draggable={!isClosed}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', def.label);
        design.drag({ id });
      }}
      onDragEnd={() => design.drag(null)}
      onDragOver={onOver}
      onDragLeave={onLeave}
      onDrop={onDrop}
    >
      <button type="button" aria-pressed={design.chosen?.id === id} onClick={() => design.choose(id)} onKeyDown={press}>
        <span aria-hidden>⠿</span>
        <span className="ba-design-name" data-required={def.required === true}>
          {def.label || '（没有名称）'}
        </span>
        <small>
          {CELL_TYPES[def.type]} · {def.key}
        </small>
      </button>
      {!isClosed && (
        <span className="ba-design-acts">
          <Button
            size="small"
            type="text"
            aria-label={`${def.label}上移`}
            onClick={() => design.move(id, -1)}
            disabled={at === 0}
          >
            ↑
          </Button>
          <Button
            size="small"
            type="text"
            aria-label={`${def.label}下移`}
            onClick={() => design.move(id, 1)}
            disabled={at === design.rows.length - 1}
          >
            ↓
          </Button>
          <Button size="small" type="text" danger aria-label={`删除${def.label}`} onClick={() => design.remove(id)}>
            ×
          </Button>
        </span>
      )}
    </li>
  );
}

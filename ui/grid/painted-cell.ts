import { made, madeContent, paintUnfold } from './cell-content.ts';
import { CELL, CELL_CLASSES, isLong, type GridFace } from './cell-look.ts';
import type { GridRow } from './grid-column.ts';
import type { PlacedColumn } from './grid-layout.ts';
import { madeExpander } from './tree-cell.ts';

/** A cell of the pool, and what it shows: what did not change is not written. */
export interface PaintedCell {
  element: HTMLElement;
  column: PlacedColumn;
  fontSize: number;
  node: Text | null;
  /** Button in front of the text. */
  lead: HTMLElement | null;
  text: string;
  bits: number;
  fault: string;
  /** Has shown a text that could be too long: it stays cut off, so that the wheel changes no look. */
  isLong: boolean;
  isBar: boolean;
}

/** An empty cell, which stands nowhere yet. */
export function newCell(column: PlacedColumn, face: GridFace, fontSize: number): PaintedCell {
  const element = made('div', 'wb-cell', column.part === 'number' ? 'rowheader' : 'gridcell');
  element.dataset['align'] = column.align;
  element.ariaColIndex = String(column.index + 1);
  element.style.setProperty('--wb-x', `${column.left}px`);
  element.style.setProperty('--wb-w', `${column.width}px`);
  if (column.column) element.ariaReadOnly = 'true';
  const content = madeContent(column, face.choice);
  const lead = column.isTree ? madeExpander() : null;
  if (lead) {
    element.append(lead);
    element.dataset['tree'] = '';
  }
  element.append(content);
  if (column.part) element.dataset['part'] = column.part;
  const isBar = face.isBar(column);
  if (isBar) element.dataset['bar'] = '';
  return {
    element,
    column,
    fontSize,
    node: content instanceof Text ? content : null,
    lead,
    text: '',
    bits: 0,
    fault: '',
    isLong: column.isTree,
    isBar,
  };
}

/** What a system column says of a row. */
export function paintPart(cell: PaintedCell, face: GridFace, row: GridRow): void {
  const { part } = cell.column;
  const inner = cell.element.firstElementChild;
  if (part === 'number') writeText(cell, String(face.numberOf(row)));
  else if (part === 'expand') paintUnfold(inner, face.isExpanded(row), face.numberOf(row));
  else if (inner) inner.ariaLabel = `${part === 'choice' ? '选择' : '拖动'}第 ${face.numberOf(row)} 行`;
  if (!(inner instanceof HTMLInputElement)) return;
  inner.checked = face.isChosen(row);
  inner.name = face.choice === 'radio' ? face.name : '';
}

/** What a row has in a column, and how it stands there. */
export function paintCell(cell: PaintedCell, face: GridFace, row: GridRow, index: number): void {
  const { column } = cell;
  const text = face.text(column, row);
  if (text !== cell.text) {
    writeText(cell, text);
    cell.isLong ||= isLong(text, column.width, cell.fontSize);
  }
  const bits = face.bits(column, row, index) | (cell.isLong ? CELL.long : 0);
  const { element } = cell;
  if (bits !== cell.bits) writeBits(cell, bits, face);
  const fault = bits & CELL.wrong ? face.fault(column, row) : '';
  if (fault === cell.fault) return;
  cell.fault = fault;
  element.title = fault;
  element.ariaInvalid = fault ? 'true' : null;
}

function writeBits(cell: PaintedCell, bits: number, face: GridFace): void {
  const { element, column } = cell;
  const turned = cell.bits ^ bits;
  cell.bits = bits;
  element.className = CELL_CLASSES[bits] ?? 'wb-cell';
  element.ariaSelected = bits & CELL.within ? 'true' : null;
  element.ariaReadOnly = bits & CELL.editable ? null : 'true';
  if (!(turned & CELL.active)) return;
  const isActive = (bits & CELL.active) !== 0;
  if (isActive) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
  // An input method composes only where text may be written.
  const takesText = isActive && bits & CELL.editable && face.isTyped(column);
  element.contentEditable = takesText ? 'plaintext-only' : 'inherit';
  if (isActive) element.setAttribute('aria-describedby', `${face.name}-note`);
  else element.removeAttribute('aria-describedby');
}

function writeText(cell: PaintedCell, text: string): void {
  if (text === cell.text || !cell.node) return;
  cell.text = text;
  cell.node.data = text;
  if (cell.isBar) cell.element.style.setProperty('--wb-share', text);
}

import { toast } from '../feedback.tsx';
import { asTyped, parseClipboard } from '../grid-data/clipboard.ts';
import { clearCells, copiedBlock } from './cell-actions.ts';
import { EXACT_TYPE } from './exact-cells.ts';
import { exactOf, noteCopied } from './own-clipboard.ts';
import { paste } from './paste.ts';
import { cellKey, editorKey, type KeyWishes } from './grid-keys.ts';
import { clickOpener, isOpener } from './grid-openers.ts';
import { click, dragRow, press, type PointerWishes } from './grid-pointer.ts';
import type { GridSession } from './grid-session.ts';

interface GridWishes extends KeyWishes, PointerWishes {
  /** Makes rows of pasted lines beyond the last one; null where none may be added. */
  addRows: ((values: readonly Record<string, unknown>[]) => unknown) | null;
}

const isInEditor = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('.wb-grid-editor') !== null;

/** What is opened below a row hears for itself; a grid may stand there. */
function isInDetails(scroller: HTMLElement, { target }: Event): boolean {
  const details = target instanceof Element ? target.closest('.wb-grid-details') : null;
  return details !== null && scroller.contains(details);
}

const isHandle = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('.wb-grid-handle') !== null;

const isAtRows = (scroller: HTMLElement, { target }: Event): boolean =>
  target === scroller || (target instanceof Element && target.closest('.wb-grid-rows') !== null);

/**
 * Hears what is done in the rows of a grid. Native listeners: the keys of an editor are judged
 * before the editor itself hears them, and what happens in lists that hang elsewhere does not come
 * here.
 * @param wishes asked when something happens
 * @returns stops hearing
 */
export function hearGrid(
  session: GridSession,
  scroller: HTMLElement,
  line: HTMLElement,
  wishes: () => GridWishes,
): () => void {
  const end = new AbortController();
  const hear = <K extends keyof HTMLElementEventMap>(
    name: K,
    hears: (event: HTMLElementEventMap[K]) => void,
    capture = false,
  ): void =>
    scroller.addEventListener(
      name,
      (event) => {
        if (!isInDetails(scroller, event)) hears(event);
      },
      { capture, signal: end.signal },
    );

  hear('keydown', (event) => heardKey(session, scroller, event, wishes()), true);
  hear('mousedown', (event) => {
    if (!isAtRows(scroller, event) || isInEditor(event)) return;
    if (isOpener(event.target)) return event.preventDefault();
    if (wishes().moveRow && dragRow(session, event, scroller, line)) return;
    if (isHandle(event) && !session.view.isPlain) toast.warn('取消排序和筛选后才能拖动行');
    press(session, event);
  });
  hear('click', (event) => {
    if (!isAtRows(scroller, event)) return;
    if (isOpener(event.target)) clickOpener(session, event.target);
    else click(session, event, wishes());
  });
  hear('focusin', ({ target }) => {
    // What an input method composes takes the place of the text.
    if (target instanceof HTMLElement && target.isContentEditable) selectText(target);
  });
  hearMenu(session, scroller, hear);
  hearTyping(session, hear);
  hearClipboard(session, scroller, hear, wishes);
  return () => end.abort();
}

/** Marks the text of a cell, not the button that may stand before it. */
function selectText(cell: HTMLElement): void {
  const first = cell.querySelector(':scope > button') ? 1 : 0;
  getSelection()?.setBaseAndExtent(cell, first, cell, cell.childNodes.length);
}

const LONG_PRESS_MS = 550;
/** px a finger may slip. */
const SLIP = 10;

/** A right click, or a long press where the browser makes none of it. */
function hearMenu(session: GridSession, scroller: HTMLElement, hear: Hear): void {
  let pressed: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let isHeld = false;
  const letGo = (): void => clearTimeout(pressed?.timer);
  const open = (target: EventTarget | null, x: number, y: number): boolean => {
    if (!(target instanceof Element) || !target.closest('.wb-grid-row')) return false;
    letGo();
    session.panels.openMenu(target, { x, y });
    return true;
  };
  hear('contextmenu', (event) => {
    // An input has a menu of its own.
    if (isInEditor(event)) return;
    if (open(event.target, event.clientX, event.clientY)) event.preventDefault();
  });
  hear('pointerdown', (event) => {
    letGo();
    isHeld = false;
    if (event.pointerType !== 'touch' || isInEditor(event) || !isAtRows(scroller, event)) return;
    const { target, clientX: x, clientY: y } = event;
    const timer = setTimeout(() => (isHeld = open(target, x, y)), LONG_PRESS_MS);
    pressed = { x, y, timer };
  });
  hear('pointermove', ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) letGo();
  });
  hear('pointerup', letGo);
  hear('pointercancel', letGo);
  hear('touchend', (event) => {
    // The finger that opened the menu clicks nothing when it is lifted.
    if (isHeld) event.preventDefault();
  });
}

type Hear = <K extends keyof HTMLElementEventMap>(name: K, hears: (event: HTMLElementEventMap[K]) => void) => void;

function heardKey(session: GridSession, scroller: HTMLElement, event: KeyboardEvent, wishes: GridWishes): void {
  const isUsed = isInEditor(event)
    ? editorKey(session, event)
    : isAtRows(scroller, event) && cellKey(session, event, wishes);
  if (!isUsed) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Letters that no key stands for: input methods and keyboards on glass. */
function hearTyping(session: GridSession, hear: Hear): void {
  const begin = (seed: string | null): void => {
    const { active } = session.cursor;
    if (seed && active) session.edit(active, { seed });
  };
  hear('beforeinput', (event) => {
    if (isInEditor(event) || event.isComposing || event.inputType.includes('Composition')) return;
    event.preventDefault();
    if (event.inputType === 'insertText') begin(event.data);
  });
  hear('compositionend', (event) => {
    if (isInEditor(event) || !(event.target instanceof HTMLElement)) return;
    session.viewport.restore(event.target);
    begin(event.data);
  });
}

function hearClipboard(session: GridSession, scroller: HTMLElement, hear: Hear, wishes: () => GridWishes): void {
  const copy = (event: ClipboardEvent): void => {
    const copied = copiedBlock(session);
    if (!isAtRows(scroller, event) || isInEditor(event) || !copied) return;
    event.preventDefault();
    noteCopied(copied);
    event.clipboardData?.setData('text/plain', copied.text);
    event.clipboardData?.setData('text/html', copied.html);
    event.clipboardData?.setData(EXACT_TYPE, copied.exact);
    if (event.type === 'cut') clearCells(session);
  };
  hear('copy', copy);
  hear('cut', copy);
  hear('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const data = {
      text,
      html: event.clipboardData?.getData('text/html') ?? '',
      exact: event.clipboardData?.getData(EXACT_TYPE) || exactOf(text),
    };
    const { target } = event;
    if (isInEditor(event)) {
      const cells = parseClipboard(data);
      const isText = target instanceof HTMLTextAreaElement;
      // Lines pasted into a long text are its lines; a block is for the cells from here on.
      if (cells.length * (cells[0]?.length ?? 0) <= 1 || (isText && cells[0]?.length === 1)) {
        pasteIntoCell(event, text);
        return;
      }
      session.stopEdit();
    } else if (!isAtRows(scroller, event)) return;
    event.preventDefault();
    paste(session, data, wishes().addRows);
    session.viewport.focusCell();
  });
}

/** A single cell into what is being typed: as it was copied, without what keeps a spreadsheet from running it. */
function pasteIntoCell(event: ClipboardEvent, text: string): void {
  const typed = asTyped(text);
  if (typed === null) return;
  event.preventDefault();
  // The one way that the browser's own undo knows of.
  document.execCommand('insertText', false, typed);
}

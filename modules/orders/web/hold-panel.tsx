import { Button, Drawer, Popover, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { BlankState, detailPath, linesOf, useIsMobile, usePage, useRow } from '#kit/web/index.ts';
import { orderHold, orderLine, salesOrder } from '../model/order.ts';
import { useAnchor } from './hold-anchor.ts';
import { heldBeside } from './held-rows.ts';
import { OrderChanges } from './order-changes.tsx';
import { OpenHolds } from './order-holds.tsx';
import type { OrderDetailRow } from './order-row.ts';
import './hold-panel.css';

export interface HoldPanelProps {
  id: string;
  /** Shows the holds of another order instead. */
  onShow: (id: string) => void;
  /** @param backTo the order whose tags get the keyboard */
  onClose: (backTo?: string) => void;
}

/**
 * The open holds of one order of a list with what clears them, as on its page: beside its tags, on
 * a phone as a sheet. It closes by itself once nothing holds the order any more, and leaves the
 * keyboard at the next held row.
 */
export function HoldPanel({ id, onShow, onClose }: HoldPanelProps): ReactNode {
  const isMobile = useIsMobile();
  // Asked while its row is there: a repaired one may leave the list before it is read.
  const [beside] = useState(() => ({ before: heldBeside(id, -1), next: heldBeside(id, 1) }));
  const leave = (): void => onClose(id);
  const clear = (): void => onClose(beside.next ?? beside.before ?? id);
  const body = (
    <>
      <OrderHolds id={id} onClear={clear} />
      <footer className="or-hold-foot">
        <Step title="上一单" letter="k" to={beside.before} onShow={onShow} />
        <Step title="下一单" letter="j" to={beside.next} onShow={onShow} />
        {!isMobile && (
          <Button size="small" onClick={leave}>
            关闭<kbd>Esc</kbd>
          </Button>
        )}
      </footer>
    </>
  );
  if (isMobile)
    return (
      <Drawer open title={TITLE} placement="bottom" size="min(70dvh, 420px)" onClose={leave}>
        {body}
      </Drawer>
    );
  const keys = { j: beside.next, k: beside.before };
  return (
    <BesideTags
      id={id}
      onKey={(key) => {
        const next = key === 'j' || key === 'k' ? keys[key] : null;
        if (next) onShow(next);
        else if (key === 'Escape') leave();
      }}
      onClose={() => onClose()}
    >
      {body}
    </BesideTags>
  );
}

const TITLE = '处理挂起';

function Step({
  title,
  letter,
  to,
  onShow,
}: {
  title: string;
  letter: string;
  to: string | null;
  onShow: (id: string) => void;
}): ReactNode {
  const isMobile = useIsMobile();
  return (
    <Button size="small" disabled={to === null} onClick={() => to !== null && onShow(to)}>
      {title}
      {!isMobile && <kbd>{letter}</kbd>}
    </Button>
  );
}

function BesideTags({
  id,
  onKey,
  onClose,
  children,
}: {
  id: string;
  onKey: (key: string) => void;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const place = useAnchor(id);
  useClickBeyond(id, panel, onClose);
  useFirstRepair(panel);
  const listen = (event: KeyboardEvent<HTMLElement>): void => {
    // What its dialogs and menus hear comes by here as well.
    if (!panel.current?.contains(event.target as Node)) return;
    if (event.key === 'Tab') return trapFocus(panel.current, event);
    // Not for the list behind it.
    event.stopPropagation();
    if (!isTaken(event)) onKey(event.key);
  };
  return (
    <Popover
      open
      placement="bottomLeft"
      content={
        <div ref={panel} role="dialog" aria-label={TITLE} tabIndex={-1} className="or-hold-panel" onKeyDown={listen}>
          {children}
        </div>
      }
    >
      <span className="or-hold-anchor" style={place} aria-hidden />
    </Popover>
  );
}

/** Open holds as the order's page shows them. @param onClear called once there are none left */
function OrderHolds({ id, onClear }: { id: string; onClear: () => void }): ReactNode {
  const { data, error, isFetchedAfterMount, refetch } = useRow(salesOrder, id);
  const [isComparing, setComparing] = useState(false);
  // What was read some time ago may be held by something else by now.
  const order = isFetchedAfterMount ? data : undefined;
  const holds = order && linesOf(order, orderHold).filter(({ closedAt }) => !closedAt);
  const isClear = holds?.length === 0;
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    if (isClear) clear();
  }, [isClear]);
  if (error && !order)
    return (
      <BlankState
        tone="bad"
        title="挂起读不出来"
        text={error.message}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!order || !holds) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <>
      <PanelHead order={order} />
      <OpenHolds
        order={order}
        holds={holds}
        lines={linesOf(order, orderLine)}
        onChanges={() => setComparing(!isComparing)}
      />
      {isComparing && <OrderChanges order={order} />}
    </>
  );
}

/** Which order it is: the row may stand behind the panel. */
function PanelHead({ order }: { order: OrderDetailRow }): ReactNode {
  const { open } = usePage();
  return (
    <p className="or-hold-head">
      <button
        type="button"
        className="wb-row-name"
        data-leads-away
        onClick={() => open(detailPath(salesOrder, order.id))}
      >
        {order.channelOrderNo}
      </button>
      <span className="or-weak">{order.accountId_dictText}</span>
    </p>
  );
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
const REPAIRS = '.or-open-holds :is(input, button):not(:disabled, [data-leads-away])';

/** The keyboard begins at the first thing that clears a hold, once it is there. */
function useFirstRepair(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = panel.current;
    if (!root) return;
    root.focus({ preventScroll: true });
    const begin = (): void => {
      const first = root.querySelector<HTMLElement>(REPAIRS);
      if (!first) return;
      observer.disconnect();
      if (document.activeElement === root) first.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(begin);
    observer.observe(root, { childList: true, subtree: true });
    begin();
    return () => observer.disconnect();
  }, [panel]);
}

/** Closed by a click on the page; its own dialogs and menus stand elsewhere. */
function useClickBeyond(id: string, panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const page = document.getElementById('root');
    const listen = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return;
      if (page?.contains(target) && !target.closest(`[data-holds="${id}"]`)) close();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [id, panel]);
}

/** Tab goes round: behind the panel the document ends. */
function trapFocus(panel: HTMLElement, event: KeyboardEvent): void {
  const controls = [...panel.querySelectorAll<HTMLElement>(CONTROLS)];
  const [first, last] = [controls[0], controls.at(-1)];
  const active = document.activeElement;
  const goesOut = event.shiftKey ? active === first || active === panel : active === last;
  if (!goesOut) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** An open menu has its own Esc, and a box its letters. */
const isTaken = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.getAttribute('aria-expanded') === 'true' || (key !== 'Escape' && target.matches('input, textarea')));

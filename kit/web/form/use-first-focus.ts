import { useEffect } from 'react';

const TYPED_INTO = '.ant-drawer, .ant-modal';
const INPUTS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), [role=switch]:not(:disabled), [contenteditable=true]';
/** px by which inputs of one line may differ. */
const LINE = 12;

/**
 * Puts the cursor into the first input once the dialog around the form has opened: the first that
 * is seen and can be filled in, in the order of the screen. Who types into another one by then is
 * left there.
 * @param id of the form in the document
 * @param startAt id of the input that it is about, in place of the first
 */
export function useFirstFocus(id: string, isWished = true, startAt?: string): void {
  useEffect(() => {
    if (!isWished) return;
    const timer = setTimeout(() => {
      const current = document.activeElement;
      const isTyping = current?.matches('input, textarea') && current.closest(TYPED_INTO) !== null;
      const requested = startAt === undefined ? null : document.getElementById(startAt);
      if (!isTyping) (requested ?? firstInput(document.getElementById(id)))?.focus();
    }, 60);
    return () => clearTimeout(timer);
  }, [id, isWished, startAt]);
}

function firstInput(form: HTMLElement | null): HTMLElement | undefined {
  const inputs = [...(form?.querySelectorAll<HTMLElement>(INPUTS) ?? [])].filter(
    (input) => input.checkVisibility() && input.closest('[inert], [aria-disabled=true]') === null,
  );
  const place = (input: HTMLElement): DOMRect => input.getBoundingClientRect();
  return inputs.sort((one, other) => {
    const [a, b] = [place(one), place(other)];
    return Math.abs(a.top - b.top) > LINE ? a.top - b.top : a.left - b.left;
  })[0];
}

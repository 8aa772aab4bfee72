import { useEffect, useEffectEvent, type RefObject } from 'react';
import { BETWEEN_SIGNS_MS, createScanReader } from './scan-reader.ts';

const TAKES_SIGNS = 'input, textarea, select, [contenteditable="true"]';

/** Whether what was read into an input is a scan, and not what belongs there. */
export type IsScan = (number: string, input: HTMLInputElement) => boolean;

interface ScannerOptions {
  /** Asked of what was read into an input: a scan is taken out of it again and heard. */
  isScan?: IsScan | undefined;
  /** Where it is heard for: a dialog keeps what is read within it from the page below. */
  place?: RefObject<HTMLElement | null>;
}

/** Hears what a scanner reads while no input has the keyboard: an input reads it by itself. */
export function useScanner(onNumber: (number: string) => void, { isScan, place }: ScannerOptions = {}): void {
  const notify = useEffectEvent(onNumber);
  const judge = useEffectEvent((number: string, input: HTMLInputElement) => Boolean(isScan?.(number, input)));
  useEffect(() => {
    const reader = createScanReader();
    let before: { input: HTMLInputElement | null; value: string; at: number } | null = null;
    const listen = (event: KeyboardEvent): void => {
      const { target, ctrlKey, metaKey, altKey, timeStamp } = event;
      if (ctrlKey || metaKey || altKey) return;
      const input = target instanceof HTMLInputElement ? target : null;
      if (target instanceof Element) {
        if (!input && target.closest(TAKES_SIGNS)) return;
        const dialog = target.closest('[role="dialog"]');
        if (dialog && !dialog.contains(place?.current ?? null)) return;
      }
      // What stood in the input in front of the first of the quick signs.
      if (before?.input !== input || timeStamp - before.at > BETWEEN_SIGNS_MS)
        before = { input, value: input?.value ?? '', at: timeStamp };
      before.at = timeStamp;
      const { value } = before;
      const number = reader(event);
      // Signs behind an Enter are another reading, however soon they come.
      if (/^(?:Numpad)?(?:Enter|Tab)$/.test(event.key === 'Process' ? event.code : event.key)) before = null;
      if (number === null) return;
      if (input && !judge(number, input)) return;
      // The Enter of the scanner presses no button that happens to have the focus.
      event.preventDefault();
      if (input) {
        event.stopPropagation();
        if (event.isComposing) endComposition(input);
        putBack(input, value);
      }
      notify(number);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [place]);
}

/** Has an input method let go of what a scanner typed into it: it would be put in behind the scan. */
function endComposition(input: HTMLInputElement): void {
  input.blur();
  input.focus();
}

/** As if a person had typed it: React hears of it too. */
function putBack(input: HTMLInputElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  property?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

import type { InputRef } from 'antd';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The caret of an input whose text is not the one typed: drawn again, it would stand at the end. */
export function useCaret(): { input: RefObject<InputRef | null>; setCaret: (at: number) => void } {
  const input = useRef<InputRef>(null);
  const [caret, setCaret] = useState<{ at: number } | null>(null);
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  return { input, setCaret: (at) => setCaret({ at }) };
}

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Choice<K extends string> {
  key: K;
  title: string;
}

/** A few ways to the same end, side by side; arrow keys go from one to the next. */
export function ChoiceTabs<K extends string>({
  label,
  choices,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  choices: readonly Choice<K>[];
  chosen: K;
  onChoose: (key: K) => void;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = choices.findIndex(({ key }) => key === chosen);
    const next = (at + by + choices.length) % choices.length;
    onChoose((choices[next] as Choice<K>).key);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div ref={list} className="wb-user-tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {choices.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={id}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel">
        {children}
      </div>
    </>
  );
}

import { useState, type ReactNode } from 'react';

/** What a field of a gallery is given, and where its value is shown. */
interface Held {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A field that keeps its value here and shows it beside itself. */
export function HeldValue({
  initial = null,
  children,
}: {
  initial?: string | null;
  children: (held: Held) => ReactNode;
}): ReactNode {
  const [value, setValue] = useState(initial);
  return (
    <div style={{ maxWidth: 420 }}>
      {children({ value, onChange: setValue })}
      <output>{value ?? '空'}</output>
    </div>
  );
}

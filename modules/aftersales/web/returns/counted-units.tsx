import type { ReactNode } from 'react';
import { Stepper } from '#ui/widgets/stepper.tsx';
import '../aftersales.css';

/** Units of one kind, counted by fingers. */
export function Units({
  code,
  title,
  units,
  isWrong,
  onUnits,
}: {
  code: string;
  title: string;
  units: number;
  isWrong: boolean;
  onUnits: (units: number) => void;
}): ReactNode {
  return (
    <div className="as-units">
      <span>{title}</span>
      <Stepper
        name={code}
        title={title}
        text={String(units)}
        isWrong={isWrong}
        isLeast={units < 1}
        disabled={false}
        onStep={(by) => onUnits(units + by)}
        onText={(text) => /^\d{0,6}$/.test(text) && onUnits(Number(text || '0'))}
        onLeave={() => undefined}
      />
    </div>
  );
}

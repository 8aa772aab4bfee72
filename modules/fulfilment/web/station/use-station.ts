import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { usePage } from '#kit/web/index.ts';
import { StationControl, type Around, type Shown } from './station-control.ts';
import { useScale, type Scale } from './station-scale.ts';
import type { StationSettings } from './station-settings.ts';
import { useSteps, type Steps } from './use-steps.ts';
import { refreshWaiting, type Waiting } from './use-waiting.ts';

export interface Station extends Shown {
  scale: Scale;
  steps: Steps;
  /** One scan or typed line; blank for Enter alone. */
  read: (text: string) => void;
}

/** The station of this page, with its scale and the steps that wait to be stored. */
export function useStation(settings: StationSettings, waiting: Waiting): Station {
  const page = usePage();
  const ids = page.query['ids'] ?? '';
  const steps = useSteps({
    onAnswer: (...args) => control.onAnswer(...args),
    onRefused: (...args) => control.onRefused(...args),
  });
  const around: Around = {
    ids,
    push: steps.push,
    unstored: steps.unstored,
    reprint: waiting.reprint,
    settings: () => settings,
    onOpened: (at) => page.setQuery({ ids, at }),
    onPacked: () => void refreshWaiting(),
  };
  const [control] = useState(() => new StationControl(around));
  useEffect(() => {
    control.around = around;
  });
  const shown = useSyncExternalStore(control.listen, control.now);
  const scale = useScale(settings.isWeighed, settings.baudRate, (reading) => control.weigh(reading));
  const begin = useEffectEvent(() => control.begin(page.query['at']));
  useEffect(() => begin(), []);
  return { ...shown, scale, steps, read: control.read };
}

import { useQuery } from '@tanstack/react-query';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { CapabilityOf } from './legal-moves.ts';

/** What somebody outside offers for a row. */
export type CapabilitiesOf = (row: Row) => CapabilityOf;

interface CapabilitySource {
  key: string;
  load(signal: AbortSignal): Promise<CapabilitiesOf>;
}

const provided: { outside: CapabilitySource } = {
  outside: { key: 'nobody outside', load: async () => () => () => 'yes' },
};

/** Says who knows what is offered outside; asked once, when a page first shows moves that need it. */
export const provideCapabilities = (key: string, load: CapabilitySource['load']): void => {
  provided.outside = { key, load };
};

/** What moves may need of somebody outside, by row. Until that is known, all of it is to be had. */
export function useCapabilities(lifecycle: AnyLifecycle | undefined): CapabilitiesOf | undefined {
  const { key, load } = provided.outside;
  const moves = Object.values((lifecycle?.moves ?? {}) as Readonly<Record<string, Move>>);
  const { data } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => load(signal),
    enabled: moves.some(({ needs }) => needs !== undefined),
    staleTime: Infinity,
  });
  return data;
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ApiError,
  fetchRoute,
  cue,
  keyOf,
  queryClient,
  refreshResource,
  useTurns,
  type ScanMessage,
  type TurnsOfPage,
} from '#kit/web/index.ts';
import {
  collectBoxesRoute,
  dropBoxesRoute,
  handoverDeskRoute,
  scanBoxRoute,
  type HandoverDesk,
} from '../../model/handover-routes.ts';
import { handover } from '../../model/handover.ts';

const deskKey = (id: string): unknown[] => keyOf(handover, 'desk', id);

/** Everything the page of a list shows. */
export const useHandoverDesk = (id: string): UseQueryResult<HandoverDesk, Error> =>
  useQuery({
    queryKey: deskKey(id),
    queryFn: ({ signal }) => fetchRoute(handoverDeskRoute, { params: { id }, signal }),
    staleTime: 0,
  });

export const storeDesk = (desk: HandoverDesk): void => {
  queryClient.setQueryData(deskKey(desk.id), desk);
};

export interface Listing {
  said: ScanMessage | null;
  isBusy: boolean;
  turns: TurnsOfPage;
  scan: (number: string) => Promise<void>;
  collect: () => void;
  drop: (boxIds: readonly string[]) => void;
}

/** Puts boxes on a list, one call after the other however quick the scans come. */
export function useListing(id: string): Listing {
  const turns = useTurns();
  const [said, setMessage] = useState<ScanMessage | null>(null);
  const show = (now: ScanMessage): void => {
    cue(now.tone);
    setMessage(now);
  };
  const reported = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) =>
      show({
        tone: 'failed',
        title: error instanceof ApiError ? error.message : '没有记下，请重扫',
      }),
    );
  const inTurn = (work: () => Promise<void>): void => void turns.take(() => reported(work));
  return {
    said,
    isBusy: turns.waiting > 0,
    turns,
    scan: (number) =>
      reported(async () => {
        const { desk, boxNo, isNew } = await fetchRoute(scanBoxRoute, {
          params: { id },
          body: { number },
        });
        storeDesk(desk);
        show({
          tone: 'done',
          title: isNew ? `${boxNo} 已放入，共 ${desk.boxCount} 箱` : `${boxNo} 已在清单`,
        });
      }),
    collect: () =>
      inTurn(async () => {
        const { desk, added } = await fetchRoute(collectBoxesRoute, { params: { id } });
        storeDesk(desk);
        show({ tone: 'done', title: added > 0 ? `带入 ${added} 箱` : '没有可带入的箱子' });
      }),
    drop: (boxIds) =>
      inTurn(async () => {
        storeDesk(await fetchRoute(dropBoxesRoute, { params: { id }, body: { boxIds } }));
        await refreshResource(handover);
      }),
  };
}

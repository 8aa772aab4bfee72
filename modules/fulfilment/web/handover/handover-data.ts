import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ApiError,
  askRoute,
  cue,
  keyOf,
  queryClient,
  refreshResource,
  useTurns,
  type ScanSaid,
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
    queryFn: ({ signal }) => askRoute(handoverDeskRoute, { params: { id }, signal }),
    staleTime: 0,
  });

export const keepDesk = (desk: HandoverDesk): void => {
  queryClient.setQueryData(deskKey(desk.id), desk);
};

export interface Listing {
  said: ScanSaid | null;
  isBusy: boolean;
  turns: TurnsOfPage;
  scan: (number: string) => Promise<void>;
  collect: () => void;
  drop: (boxIds: readonly string[]) => void;
}

/** Puts boxes on a list, one call after the other however quick the scans come. */
export function useListing(id: string): Listing {
  const turns = useTurns();
  const [said, setSaid] = useState<ScanSaid | null>(null);
  const say = (now: ScanSaid): void => {
    cue(now.tone);
    setSaid(now);
  };
  const told = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) =>
      say({
        tone: 'failed',
        title: error instanceof ApiError ? error.message : '没有记下，请重扫',
      }),
    );
  const inTurn = (work: () => Promise<void>): void => void turns.take(() => told(work));
  return {
    said,
    isBusy: turns.waiting > 0,
    turns,
    scan: (number) =>
      told(async () => {
        const { desk, boxNo, isNew } = await askRoute(scanBoxRoute, {
          params: { id },
          body: { number },
        });
        keepDesk(desk);
        say({
          tone: 'done',
          title: isNew ? `${boxNo} 已放入，共 ${desk.boxCount} 箱` : `${boxNo} 已在清单`,
        });
      }),
    collect: () =>
      inTurn(async () => {
        const { desk, added } = await askRoute(collectBoxesRoute, { params: { id } });
        keepDesk(desk);
        say({ tone: 'done', title: added > 0 ? `带入 ${added} 箱` : '没有可带入的箱子' });
      }),
    drop: (boxIds) =>
      inTurn(async () => {
        keepDesk(await askRoute(dropBoxesRoute, { params: { id }, body: { boxIds } }));
        await refreshResource(handover);
      }),
  };
}

import type { Tx } from '#kit/server/database.ts';
import type { LeftOut } from '../../model/wave-routes.ts';
import { chooseShipments, jointOf, type Candidate, type PickDemand, type WaveKind } from './wave-candidates.ts';

/** Shipments of one warehouse that are picked in waves of one kind. */
export interface Round {
  warehouseId: string;
  kind: WaveKind;
  chosen: Candidate[];
  wanted: PickDemand[];
}

/**
 * The rounds that were asked for: of one warehouse or of all of them; of one kind, or of what suits the goods.
 */
export async function planRounds(
  tx: Tx,
  candidates: readonly Candidate[],
  { warehouseId, kind }: { warehouseId?: string | null; kind: string },
): Promise<{ rounds: Round[]; leftOut: LeftOut[] }> {
  const rounds: Round[] = [];
  const leftOut: LeftOut[] = [];
  const places = warehouseId
    ? [{ id: warehouseId, own: candidates }]
    : [...Map.groupBy(candidates, (one) => one.warehouseId)].map(([id, own]) => ({ id, own }));
  for (const { id, own } of places) {
    const found = await chooseShipments(tx, own, id, kind === 'auto' ? 'multi' : (kind as WaveKind));
    leftOut.push(...found.leftOut);
    const parts = kind === 'auto' ? bySuit(found) : [{ ...found, kind: kind as WaveKind }];
    rounds.push(
      ...parts
        .filter(({ chosen }) => chosen.length > 0)
        .map((part) => ({
          warehouseId: id,
          kind: part.kind,
          chosen: part.chosen,
          wanted: part.wanted,
        })),
    );
  }
  return { rounds, leftOut };
}

/** Single units are picked together from two of them on, all else on a cart; one shipment alone needs no places on it. */
function bySuit({ chosen, wanted }: Pick<Round, 'chosen' | 'wanted'>): Pick<Round, 'kind' | 'chosen' | 'wanted'>[] {
  const goods = Map.groupBy(wanted, ({ shipmentId }) => shipmentId);
  const joint = Map.groupBy(chosen, jointOf);
  const isSingle = (one: Candidate): boolean => {
    const own = goods.get(one.id) ?? [];
    return joint.get(jointOf(one))?.length === 1 && own.length === 1 && own[0]?.qty === 1;
  };
  const singles = chosen.filter(isSingle);
  const apart = (some: Candidate[]): WaveKind => (some.length === 1 ? 'each' : 'multi');
  if (singles.length < 2) return [{ kind: apart(chosen), chosen, wanted }];
  const ids = new Set(singles.map(({ id }) => id));
  const others = chosen.filter(({ id }) => !ids.has(id));
  return [
    {
      kind: 'single',
      chosen: singles,
      wanted: wanted.filter(({ shipmentId }) => ids.has(shipmentId)),
    },
    {
      kind: apart(others),
      chosen: others,
      wanted: wanted.filter(({ shipmentId }) => !ids.has(shipmentId)),
    },
  ];
}

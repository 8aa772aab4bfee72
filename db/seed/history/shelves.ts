import { CATALOGUE, NEW_JERSEY } from '#simulator/catalogue.ts';
import type { DemoSeller } from '../demo-seller.ts';
import type { Person } from './people.ts';

const AISLES = ['A', 'B', 'C'] as const;
const RACKS = 4;
const LEVELS = 4;
const two = (at: number): string => String(at).padStart(2, '0');

/** Shelves of the warehouse in New Jersey, and where each of the goods stands; that in California has none. */
export async function layOutShelves(packer: Person, { warehouses, skus }: DemoSeller): Promise<void> {
  const warehouseId = warehouses[NEW_JERSEY];
  const zone = (code: string, name: string, purpose: string): Promise<string> =>
    packer.add('base/warehouseZone', { warehouseId, code, name, purpose });
  const zoneId = await zone('P', '拣货区', 'good');
  await zone('R', '退货区', 'return');
  for (const aisle of AISLES)
    await packer.post('/base/warehouseBin/generate', {
      warehouseId,
      zoneId,
      from: `${aisle}-01-01`,
      to: `${aisle}-${two(RACKS)}-${two(LEVELS)}`,
    });
  const bins = await packer.all<{ id: string }>(
    `/base/warehouseBin/list?warehouseId=${warehouseId}&pageSize=100&column=walkOrder&order=asc`,
  );
  for (const [at, { partNumber }] of CATALOGUE.entries()) {
    const bin = bins[at % bins.length];
    await packer.add('inventory/skuBin', {
      warehouseId,
      skuId: skus[partNumber],
      binId: bin?.id,
      isPrimary: true,
    });
  }
}

import type { Sold } from './orders.ts';
import type { Person } from './people.ts';
import type { Crew } from './returns.ts';

const CLAIM = 'aftersales/claim';

interface Typed {
  lines: { claimLine: object[] };
}

/** Adds the proof to a claim that its source filled in. */
async function prove(clerk: Person, id: string, evidence: string, note: string): Promise<void> {
  const { lines } = await clerk.get<Typed>(`/${CLAIM}/queryById?id=${id}`);
  await clerk.edit(CLAIM, id, { lines: lines.claimLine, evidence, note });
}

/** The carrier is asked to pay for the parcel that it lost, and pays a part. */
export async function claimParcel({ clerk, finance }: Crew, { shipmentId }: Sold, photo: Buffer): Promise<void> {
  const { id } = await clerk.post<{ id: string }>(`/${CLAIM}/ofShipment`, { shipmentId });
  await prove(clerk, id, await clerk.upload('承运商遗失答复.png', photo), '中转场扫描后无更新，承运商确认遗失');
  await clerk.move(CLAIM, id, 'submit', { refNo: 'UPS-C-2087731' });
  await finance.move(CLAIM, id, 'pay', { amount: '100', way: 'cash', bankRef: 'UPS20871' });
}

/** The maker of chairs whose seams gave way: written down, its proof still to be added. */
export async function claimMaker({ clerk }: Crew, returnId: string): Promise<void> {
  const { id: supplierId } = await clerk.first('/base/supplier/list?code=HB-WOOD');
  await clerk.post(`/${CLAIM}/ofReturn`, { returnId, party: 'supplier', supplierId });
}

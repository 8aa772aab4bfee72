import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { MadeMoves } from './made-moves.ts';

export const CALIFORNIA = '31843';
export const CHAIR = 'WB-DCH-HOLM-S2';
export const CHAIRS = { lines: [{ partNumber: CHAIR, quantity: 2 }] };
export const REASON = { reason: '核对后处理' };

type Answers = Record<string, unknown>;
type Make = (id: string, move: string, answers?: Answers) => Promise<void>;

/** A shop that is open, people at work, and note taken of the moves they make. */
export interface Stage {
  scene: TestApp;
  made: MadeMoves;
  admin: Client;
  clerk: Client;
  packer: Client;
  /** Everybody again: their sessions may have ended with the clock. */
  signIn(): Promise<void>;
  make(who: Client, key: string, id: string, move: string, answers?: Answers): Promise<void>;
  /** By the clerk. */
  order: Make;
  /** By the packer. */
  shipment: Make;
  stateOf(key: string, id: string): Promise<string>;
}

export async function openStage(): Promise<Stage> {
  const scene = await startTestApp();
  const made = new MadeMoves(scene);
  const people = async () => ({
    admin: await scene.as('admin'),
    clerk: await scene.as('yunying'),
    packer: await scene.as('cangku'),
  });
  const stage: Stage = {
    scene,
    made,
    ...(await people()),
    async signIn() {
      Object.assign(stage, await people());
    },
    make: (who, key, id, move, answers) => made.make(who, key, id, move, answers),
    order: (id, move, answers) => made.make(stage.clerk, 'orders:salesOrder', id, move, answers),
    shipment: (id, move, answers) => made.make(stage.packer, 'fulfilment:shipment', id, move, answers),
    stateOf: (key, id) => made.stateOf(stage.admin, key, id),
  };
  await openShop(scene, stage.clerk);
  return stage;
}

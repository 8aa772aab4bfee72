import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { LostFile } from '#kit/server/lost-file.ts';
import { labelFormat } from '#platform/print/label-file.ts';
import { mergeGroups } from '#platform/print/label-pages.ts';
import { leftOutText, type LeftOut } from '../../model/left-out.ts';
import type { VisibleShipment } from './visible-shipments.ts';

/** Papers in one file. Whoever prints two hundred gets those that can be printed, and the names of the others. */
export interface Printed {
  bytes: Uint8Array;
  /** Shipments whose papers are in it. */
  printed: VisibleShipment[];
  leftOut: LeftOut[];
}

/** Papers of one kind, one shipment after the other. */
export interface Papers {
  /** Stored files of a shipment. */
  add(shipment: VisibleShipment, assetIds: readonly string[]): Promise<void>;
  /** A paper of our own making. */
  put(shipment: VisibleShipment, bytes: Uint8Array): void;
  leave(shipment: VisibleShipment, reason: string): void;
  /** @throws Refusal 404 that names every shipment and why, where nothing can be printed */
  merge(): Promise<Printed>;
}

/** @param what the paper, as people call it */
export function gatherPapers(tx: Tx, what: string): Papers {
  const groups: { shipment: VisibleShipment; parts: Uint8Array[] }[] = [];
  const leftOut: LeftOut[] = [];
  let cause: unknown;
  const leave: Papers['leave'] = ({ shipmentNo }, reason) => void leftOut.push({ shipmentNo, reason });
  return {
    leave,
    put: (shipment, bytes) => void groups.push({ shipment, parts: [bytes] }),
    async add(shipment, assetIds) {
      const parts: Uint8Array[] = [];
      try {
        for (const id of assetIds) parts.push((await tx.files.read(tx, id)).bytes);
      } catch (error) {
        if (!(error instanceof LostFile)) throw error;
        cause ??= error.cause;
        leave(shipment, `${what}文件已丢失，请重新获取${what}或联系管理员从备份恢复`);
        return;
      }
      if (parts.some((part) => labelFormat(part) === 'zpl'))
        leave(shipment, `${what}是 ZPL，浏览器打不出，请在打包台用打印桥打印`);
      else groups.push({ shipment, parts });
    },
    async merge() {
      const { bytes, faults } = await mergeGroups(groups.map(({ parts }) => parts));
      for (const [at, { message }] of faults) {
        const group = groups[at];
        if (group) leave(group.shipment, `${what}文件无法打印（${message}），请重新获取或上传${what}`);
      }
      if (!bytes)
        throw Object.assign(new Refusal('fulfilment.nothingToPrint', leftOutText(leftOut), { status: 404 }), { cause });
      const printed = groups.flatMap(({ shipment }, at) => (faults.has(at) ? [] : [shipment]));
      return { bytes, printed, leftOut };
    },
  };
}

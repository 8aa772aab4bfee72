import { fetchRoute, blobFrom } from '#kit/web/index.ts';
import { stationLabelRoute, stationStepRoute } from '../../model/station-routes.ts';
import type { StationBox, StationShipment } from '../../model/station.ts';
import { printAtBridge } from './bridge-client.ts';
import type { StationSettings } from './station-settings.ts';

/**
 * Prints exactly the label of one box and notes it. The name of the job says how often it was printed
 * before: tried again after a lost answer it prints nothing twice.
 * @throws where it did not come out: the box stays unprinted
 */
export async function printBox(
  { id, shipmentNo }: StationShipment,
  { id: boxId, boxNo, labelKey, prints }: StationBox,
  settings: StationSettings,
): Promise<void> {
  if (labelKey === null) return;
  const label = await blobFrom(stationLabelRoute, { params: { id }, body: { boxId } });
  const job = `${boxId}-${labelKey}-${prints}`;
  if (settings.printBy === 'bridge')
    await printAtBridge(
      { address: settings.bridge, token: settings.token },
      { id: job, printer: settings.printer, title: `${shipmentNo} ${boxNo}`, label },
    );
  else if (label.type.includes('zpl'))
    throw new Error(`${boxNo} 的面单是 ZPL，浏览器打不出：请在设置 → 打印里改用打印桥`);
  else await printByDialog(label);
  await fetchRoute(stationStepRoute, {
    params: { id },
    body: { kind: 'printed', boxId, labelKey },
    key: `printed ${job}`,
  });
}

/** A frame that is slow to read a label is no reason to wait for ever. */
const LOADING_MS = 20_000;
/** A printer without a dialog (kiosk printing) takes no focus away. */
const OPENING_MS = 1_000;
const DIALOG_MS = 120_000;
/** Taken away with its dialog still open, a frame would take the dialog along. */
const FRAME_LIFETIME_MS = 60_000;

/** The print dialog of the browser, over a frame that holds nothing but the label. */
async function printByDialog(pdf: Blob): Promise<void> {
  const address = URL.createObjectURL(pdf);
  const frame = document.createElement('iframe');
  frame.className = 'ps-paper';
  frame.title = '面单';
  frame.src = address;
  setTimeout(
    () => {
      frame.remove();
      URL.revokeObjectURL(address);
    },
    LOADING_MS + DIALOG_MS + FRAME_LIFETIME_MS,
  );
  const loaded = new Promise<void>((done, fail) => {
    frame.addEventListener('load', () => done());
    setTimeout(() => fail(new Error('浏览器没有打开面单，请检查它能否显示 PDF')), LOADING_MS);
  });
  document.body.append(frame);
  await loaded;
  const closed = dialogClosed();
  frame.contentWindow?.print();
  await closed;
}

/** Once the dialog that is about to open has given the keyboard back. */
function dialogClosed(): Promise<void> {
  return new Promise((done) => {
    let isOpen = false;
    const end = (): void => {
      window.removeEventListener('blur', opened);
      window.removeEventListener('focus', end);
      for (const timer of timers) clearTimeout(timer);
      done();
    };
    const opened = (): void => {
      isOpen = true;
      window.addEventListener('focus', end);
    };
    const timers = [setTimeout(() => !isOpen && end(), OPENING_MS), setTimeout(end, DIALOG_MS)];
    window.addEventListener('blur', opened);
  });
}

import { fetchRoute, createTurns, cue, newKey, runMove } from '#kit/web/index.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import { watched, type ScaleReading } from '../../model/scale.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { foreign, hear } from '../../model/station-desk.ts';
import { applied, EMPTY_DESK, stopped, type StationEffect, type Desk, type Heard } from '../../model/station-input.ts';
import { weighed } from '../../model/station-weigh.ts';
import {
  stationFindRoute,
  stationQueueRoute,
  stationShipmentRoute,
  stationStepRoute,
} from '../../model/station-routes.ts';
import { isPackable, type StationShipment, type StationStep } from '../../model/station.ts';
import type { StationSettings } from './station-settings.ts';
import type { QueuedStep } from './use-steps.ts';

/** What the station is shown by. */
export interface Shown {
  desk: Desk;
  /** Something is looked up or opened; what is scanned meanwhile waits. */
  isBusy: boolean;
  /** Shipments that are left to pack; null: not asked yet. */
  left: number | null;
}

/** What a station works with beside its server. */
export interface Around {
  settings: () => StationSettings;
  /** Only these shipments, in this order; all of the warehouse where blank. */
  ids: string;
  push: (shipment: Pick<StationShipment, 'id' | 'shipmentNo'>, step: StationStep) => void;
  unstored: (shipmentId: string) => StationStep[];
  /** Another shipment is at the table, or none. */
  onOpened: (id: string | undefined) => void;
  onPacked: () => void;
  reprint: (shipment: StationShipment | null) => void;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '没有成功');

/** Most that are passed over before they come again. */
const MOST_SKIPPED = 30;

/**
 * The station between scanner, scale and server. What is scanned is judged at once and in its order;
 * while something is looked up or opened, later scans wait for it.
 */
export class StationControl {
  private shown: Shown = { desk: EMPTY_DESK, isBusy: false, left: null };
  private readonly listeners = new Set<() => void>();
  private readonly line: string[] = [];
  private readonly turns = createTurns();
  private skipped: string[] = [];
  private warehouse = '';
  private isScaleFree = true;
  private reading: ScaleReading | 'over' | null = null;
  around: Around;

  constructor(around: Around) {
    this.around = around;
  }

  readonly now = (): Shown => this.shown;

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** One scan or typed line; blank for Enter alone. */
  readonly read = (text: string): void => {
    this.line.push(text);
    this.drain();
  };

  /** A reload in the middle finds what was scanned, and what is at hand. */
  begin(at: string | undefined): void {
    if (at) void this.inTurn(() => this.open(at));
    else if (this.around.ids) void this.inTurn(() => this.next());
  }

  /** A reading of the scale; null once it is gone. */
  weigh(reading: ScaleReading | 'over' | null): void {
    this.reading = reading;
    this.isScaleFree = watched({ isFree: this.isScaleFree }, reading).isFree;
    const isSettled = reading !== null && reading !== 'over' && reading.isStable && reading.grams > 0;
    const { stop, asking, shipment } = this.shown.desk;
    if (!isSettled || !this.isScaleFree || stop || asking || !shipment?.atHand) return;
    this.isScaleFree = false;
    this.take(weighed(this.shown.desk, reading, this.around.settings()));
  }

  /** A step is stored, and this is how its shipment stands now. */
  onAnswer({ shipmentId, step }: QueuedStep, answer: StationShipment, isLast: boolean): void {
    const { desk } = this.shown;
    if (step.kind === 'leave') return;
    if (desk.shipment?.id !== shipmentId) return this.around.onPacked();
    if (!isLast) return;
    this.show({ ...desk, shipment: answer });
    if (step.kind === 'undo')
      this.say({
        desk: { ...this.shown.desk, message: { tone: 'done', title: '已撤销上一次扫描' } },
        tone: 'done',
      });
    if (step.kind === 'seal' && !isPackable(answer)) this.packed(answer);
  }

  /** A step was refused: it is said in red, and what is shown is what is stored. */
  onRefused({ shipmentId, shipmentNo, step }: QueuedStep, error: unknown): void {
    if (step.kind === 'undo') return this.fail(error);
    this.say(stopped(this.shown.desk, wordsOf(error), `${shipmentNo}：这一扫没有保存。`));
    if (this.shown.desk.shipment?.id === shipmentId) void this.inTurn(() => this.reread(shipmentId));
  }

  private set(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    for (const listener of this.listeners) listener();
  }

  private show(desk: Desk): void {
    this.set({ desk });
  }

  private say({ desk, tone }: Heard): void {
    this.show(desk);
    if (tone && this.around.settings().hasSound) cue(tone);
  }

  private fail(error: unknown): void {
    const answers = { tone: 'failed' as const, title: wordsOf(error) };
    this.say({ desk: { ...this.shown.desk, message: answers }, tone: 'failed' });
  }

  private take(heard: Heard): void {
    this.say(heard);
    if (heard.effect) this.carryOut(heard.effect);
  }

  private drain(): void {
    while (!this.shown.isBusy) {
      const text = this.line.shift();
      if (text === undefined) return;
      this.take(hear(this.shown.desk, text, this.around.settings(), this.reading));
    }
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    this.set({ isBusy: true });
    await this.turns.take(() => work().catch((error: unknown) => this.fail(error)));
    // What waits behind it still needs the desk for itself.
    if (this.turns.waiting() > 0) return;
    this.set({ isBusy: false });
    this.drain();
  }

  private carryOut(operation: StationEffect): void {
    const { shipment } = this.shown.desk;
    if (operation.do === 'reprint') return this.around.reprint(shipment);
    if (operation.do === 'step') {
      if (operation.step.kind === 'seal') this.isScaleFree = false;
      if (shipment) this.around.push(shipment, operation.step);
      return;
    }
    void this.inTurn(() => this.ask(operation));
  }

  private ask(operation: Exclude<StationEffect, { do: 'step' | 'reprint' }>): Promise<void> {
    if (operation.do === 'find') return this.find(operation.code);
    if (operation.do === 'open') return this.open(operation.id);
    return operation.do === 'next' ? this.next() : this.ownLabel(operation.trackingNo);
  }

  /** All is sealed: its label comes in its time, and the next one is opened meanwhile. */
  private packed(answer: StationShipment): void {
    const { desk } = this.shown;
    this.around.onPacked();
    if (answer.labelRefused) {
      const words = `${answer.shipmentNo}：${answer.labelRefused}`;
      return this.say(stopped({ ...desk, shipment: null }, '没有申请面单', words));
    }
    if (answer.status === 'packed' && !needsChannelLabel(answer.orderType, answer.accountOwner))
      return this.show({ ...desk, message: { tone: 'done', title: '箱子齐了，请扫承运商的运单号' } });
    // Where another one was scanned meanwhile, that one stays.
    void this.inTurn(async () => {
      if (this.shown.desk.shipment?.id === answer.id) await this.next();
    });
  }

  private async find(code: string): Promise<void> {
    const { by, rows } = await fetchRoute(stationFindRoute, { query: { code } });
    const { desk } = this.shown;
    const [first] = rows;
    const isGoods = by === 'sku' || by === 'box';
    if (desk.shipment && isPackable(desk.shipment) && (!first || isGoods))
      return this.say(foreign(desk, desk.shipment, code));
    if (!first) return this.say(stopped(desk, `不认识 ${code.trim().slice(0, 40)}`, '请放到一边。'));
    if (rows.length > 1) return this.show({ ...desk, choices: rows });
    await this.open(first.id);
    // The carton in hand is scanned once.
    if (isGoods && !this.shown.desk.stop) this.line.unshift(code);
  }

  private async open(id: string): Promise<void> {
    this.leave(id);
    const opened = await fetchRoute(stationStepRoute, {
      params: { id },
      body: { kind: 'open' } as const,
      key: newKey(),
    });
    this.warehouse = opened.warehouseId;
    const shipment = this.around.unstored(id).reduce(applied, opened);
    const none: Desk = { ...EMPTY_DESK, message: null };
    const held = opened.holder && !opened.holder.isMe ? opened.holder.name : null;
    if (held !== null) return this.say(stopped(none, `${held} 正在打这一单`, '请换一单，或等对方放下。'));
    if (opened.holds.length > 0) return this.say(stopped(none, '订单挂起，不能打包', holdTitles(opened.holds)));
    this.around.onOpened(id);
    this.say({ desk: { ...none, shipment }, tone: 'done' });
  }

  /** Another one takes its place: who comes next may go on with it. */
  private leave(nextId: string | null): void {
    const { shipment } = this.shown.desk;
    if (shipment && shipment.id !== nextId && isPackable(shipment)) this.around.push(shipment, { kind: 'leave' });
  }

  private async next(): Promise<void> {
    const { shipment } = this.shown.desk;
    if (shipment) this.skipped = [...this.skipped.slice(1 - MOST_SKIPPED), shipment.id];
    this.leave(null);
    const { rows, total } = await fetchRoute(stationQueueRoute, {
      query: {
        warehouseId: this.warehouse,
        ids: this.around.ids,
        skip: this.skipped.join(','),
      },
    });
    this.set({ left: total });
    const [first] = rows;
    if (first) return this.open(first.id);
    this.skipped = [];
    this.around.onOpened(undefined);
    this.show({ ...EMPTY_DESK, message: { tone: 'done', title: '没有要打的发货单了' } });
  }

  private async reread(id: string): Promise<void> {
    const stored = await fetchRoute(stationShipmentRoute, { params: { id } });
    const shipment = this.around.unstored(id).reduce(applied, stored);
    this.show({ ...this.shown.desk, shipment });
  }

  private async ownLabel(trackingNo: string): Promise<void> {
    const { shipment } = this.shown.desk;
    if (!shipment) return;
    const carrierCode = shipment.carrierCode ?? 'OWN';
    const key = `own ${shipment.id} ${shipment.version} ${trackingNo}`;
    await runMove(shipmentLifecycle, shipment.id, 'ownLabel', { carrierCode, trackingNo }, key);
    this.around.onPacked();
    await this.next();
  }
}

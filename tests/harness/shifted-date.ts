import { AHEAD_VARIABLE } from './test-clock.ts';

/**
 * Loaded before a program (`node --import`): its `Date` is as far ahead of the machine's as its
 * parent says. For the product as people start it, which has no setting for its clock.
 */
const RealDate = Date;
const shift = Number(process.env[AHEAD_VARIABLE] ?? 0);

class ShiftedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...(given as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

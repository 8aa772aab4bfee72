export { createClockBook, type ClockBook } from './clock-book.ts';

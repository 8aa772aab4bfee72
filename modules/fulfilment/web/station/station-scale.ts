import { useCallback, useEffect, useRef, useState } from 'react';
import { createLineReader, readScaleLine, type ScaleReading } from '../../model/scale.ts';

/** A scale that says its weight line by line, however it is connected. */
export interface ScalePort {
  /** @param onEnd it was unplugged, or failed */
  listen(onLine: (line: string) => void, onEnd: () => void): void;
  close(): Promise<void>;
}

/** What of Web Serial is used; browsers without it have no `navigator.serial`. */
interface SerialPort {
  readable: ReadableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial {
  getPorts(): Promise<SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}

const serial = (): Serial | undefined => (navigator as Navigator & { serial?: Serial }).serial;

export const hasSerial = (): boolean => serial() !== undefined;

/**
 * Opens the scale at a serial port: the one that was allowed before, otherwise the browser asks which.
 * @param mayAsk a person has just pressed a key or a button: only then a browser asks
 * @returns null without one
 */
export async function openSerialScale(baudRate: number, mayAsk: boolean): Promise<ScalePort | null> {
  const ports = serial();
  if (!ports) return null;
  const [known] = await ports.getPorts();
  const port = known ?? (mayAsk ? await ports.requestPort() : null);
  if (!port) return null;
  await port.open({ baudRate });
  return portOf(port);
}

function portOf(port: SerialPort): ScalePort {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return {
    listen(onLine, onEnd) {
      reader = port.readable?.getReader() ?? null;
      const text = new TextDecoder();
      const read = createLineReader(onLine);
      const pump = async (): Promise<void> => {
        for (;;) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
          if (done) return;
          read(text.decode(value, { stream: true }));
        }
      };
      pump().then(onEnd, onEnd);
    },
    async close() {
      await reader?.cancel().catch(() => undefined);
      reader?.releaseLock();
      await port.close().catch(() => undefined);
    },
  };
}

export type Reading = ScaleReading | 'over' | null;

export interface Scale {
  isOpen: boolean;
  reading: Reading;
  connect: () => Promise<void>;
}

/** The scale of the station: opened by itself where it was allowed before. @param onReading each one, as it comes */
export function useScale(isRequested: boolean, baudRate: number, onReading: (reading: Reading) => void): Scale {
  const [isOpen, setOpen] = useState(false);
  const [reading, setReading] = useState<Reading>(null);
  const port = useRef<ScalePort | null>(null);
  const tell = useRef(onReading);
  useEffect(() => {
    tell.current = onReading;
  });
  const open = useCallback(
    async (mayAsk: boolean): Promise<void> => {
      if (port.current) return;
      const opened = await openSerialScale(baudRate, mayAsk);
      if (!opened) return;
      port.current = opened;
      setOpen(true);
      opened.listen(
        (line) => {
          const read = readScaleLine(line);
          if (read === null) return;
          setReading((last) => (isSame(last, read) ? last : read));
          tell.current(read);
        },
        () => {
          port.current = null;
          setOpen(false);
          setReading(null);
        },
      );
    },
    [baudRate],
  );
  useEffect(() => {
    if (!isRequested) return undefined;
    open(false).catch(() => setOpen(false));
    return () => {
      void port.current?.close();
      port.current = null;
    };
  }, [isRequested, open]);
  return { isOpen, reading, connect: () => open(true) };
}

const isSame = (one: Reading, other: Reading): boolean => JSON.stringify(one) === JSON.stringify(other);

import { setMaxListeners } from "node:events";

/**
 * Calls back once, when the time is over; what it returns stops it. A sender waits for sockets, so its
 * times are those of the machine: it is the one part of the program that does not take them from a Clock.
 */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Calls back once, when a signal that is not aborted yet becomes it; what it returns stops it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  // Requests side by side all listen to the one signal of the run; Node takes eleven of them for a leak and
  // says so.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}

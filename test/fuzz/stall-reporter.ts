/** Loaded into a server before its program: it says when a turn of the event loop is long, and on SIGUSR2 its memory. */
import { usedMemory, watchTurns } from './stalls.ts';

watchTurns(100, (milliseconds) => console.log(`stall of ${Math.round(milliseconds)} ms`));

process.on('SIGUSR2', () => console.log(`memory of ${usedMemory()} MiB`));

/**
 * Returns the processor time in milliseconds that this thread uses for some work, on an otherwise idle machine. A busy
 * machine does less in the same processor time, because threads share caches and cores. So a known piece of work is
 * measured before and after, and the time shrinks by as much as that piece took longer than on an idle machine.
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const before = slowness();
  const start = process.threadCpuUsage();
  await work();
  return millisecondsSince(start) / Math.max(1, (before + slowness()) / 2);
}

const known = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => ({ a: index })));

/** The processor time in milliseconds that parsing the known text takes on an idle machine. */
const idleMilliseconds = 4;

/** Returns how many times longer than on an idle machine the known piece of work takes now. */
function slowness(): number {
  const start = process.threadCpuUsage();
  JSON.parse(known);
  return millisecondsSince(start) / idleMilliseconds;
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

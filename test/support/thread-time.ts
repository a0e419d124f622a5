/**
 * Returns the processor time in milliseconds that this thread uses for some work. Other load of the machine hardly
 * lengthens it.
 */
export async function threadTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

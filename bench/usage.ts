/*
 * Each measured process imports this file. It reports the CPU time and the peak memory of the process to the parent, and ends the
 * process when the parent ends.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, peak: process.resourceUsage().maxRSS / 1024 });
});
process.on('disconnect', () => process.exit());
// Lets a finished command end by itself.
process.channel?.unref();

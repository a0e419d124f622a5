/*
 * Imported into each measured process: tells its parent how much CPU time it has used and how much memory it needed at
 * most, and ends with its parent.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, peak: process.resourceUsage().maxRSS / 1024 });
});
process.on('disconnect', () => process.exit());
// A command that is done ends by itself.
process.channel?.unref();

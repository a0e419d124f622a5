/** Imported into each measured process: tells its parent how much CPU time it has used, and ends with its parent. */
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());

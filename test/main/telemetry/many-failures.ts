import { countFailure } from '../../../src/kernel/telemetry/instrumentation.ts';
import { readEnv } from '../../../src/main/process/env.ts';
import { startTelemetry } from '../../../src/main/telemetry/telemetry.ts';

/** Counts failures of as many customers as its argument says, and waits to be asked for them. */
await startTelemetry(readEnv());
for (let customer = 0; customer < Number(process.argv[2]); customer += 1)
  countFailure(`acc_${customer}`, 'coupon', 'COUPON_NOT_FOUND');
console.log('counted');
setInterval(() => undefined, 60_000); // the exporter does not keep the process alive

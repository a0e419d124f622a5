import { startMeasuring, stopMeasuring } from '../src/kernel/telemetry/measures.ts';
import { startTracing, stopTracing } from '../src/kernel/telemetry/tracing.ts';

/*
 * A service that was started with telemetry imports this file, so that the bench can turn off and on what each request
 * takes. Start the service with a sampler that records nothing: by default, a number of traces is recorded in a second, not
 * in a round.
 */
process.on('message', (message) => {
  if (message === 'off') {
    stopMeasuring();
    stopTracing();
  } else if (message === 'on') {
    startMeasuring();
    startTracing();
  }
});

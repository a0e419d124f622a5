import { Router } from 'express';
import type { Database } from '../kernel/database/database.ts';
import type { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';
import { Readiness } from './readiness.ts';

/** Serves the health check. The endpoint is public, so the response names no server or version. */
export function serveHealth(database: Database, watch: DatabaseWatch): Router {
  const router = Router();
  const readiness = new Readiness(database, watch);
  router.get('/healthz', (_, response) => {
    response.json({ status: 'up' });
  });
  router.get('/readyz', async (_, response) => {
    const isReady = await readiness.isReady();
    const { role, lasting, isWritable } = watch;
    const ready = isReady && isWritable;
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'unavailable',
      // If the database is unreachable, its earlier role is meaningless.
      ...((ready || !isWritable) && role && { database: role }),
      ...(database.replicaFailure && { replica: database.replicaFailure }),
      ...(lasting.length > 0 && { wrong: lasting }),
    });
  });
  return router;
}

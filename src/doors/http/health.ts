import { Router } from 'express';
import type { Database } from '../../kernel/database/database.ts';
import { Readiness } from '../../kernel/database/readiness.ts';

/** Reports whether the process is up, and whether it is ready: its database is reachable and migrated. */
export function serveHealth(database: Database): Router {
  const router = Router();
  const readiness = new Readiness(database);
  router.get('/healthz', (_, response) => {
    response.json({ status: 'up' });
  });
  router.get('/readyz', async (_, response) => {
    const ready = await readiness.isReady();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' });
  });
  return router;
}

import type { Router } from 'express';
import type { Services } from '../api/context.ts';
import { appleWalletService } from './apple-wallet-service.ts';
import { googleWalletService } from './google-wallet-service.ts';
import { platformHookRoutes } from './platform-hook-routes.ts';

interface Options {
  /** The address of Google's keys. Default: Google's own address. */
  googleKeys?: string | undefined;
}

export const hooks: readonly ((services: Services, options?: Options) => Router)[] = [
  platformHookRoutes,
  appleWalletService,
  (services, { googleKeys } = {}) => googleWalletService(services, googleKeys),
];

import { Router } from 'express';
import type { Services } from '../../api/context.ts';
import { consolePath, entryPath, invitationPath, passwordResetPath } from '../../vocabulary/links.ts';
import { acceptInvite, finishSetup, followEntry, savePassword, showInvite, showReset } from './console-links.ts';
import { askForReset, showForgotten, showSignIn, signIn, signOut } from './console-sign-in.ts';
import { reading, receiving, showing } from './console-visit.ts';

/** The longest form, in bytes. */
const longestForm = 16 * 1024;

/** Serves the pages, which work without scripts. */
export function consolePages(services: Services): Router {
  const router = Router();
  const page = (path: string, operation: string, handle: Parameters<typeof showing>[2]) =>
    router.get(path, showing(services, operation, handle));
  const form = (path: string, operation: string, handle: Parameters<typeof receiving>[2]) =>
    router.post(path, receiving(services, operation, reading(longestForm, handle)));
  page(`${consolePath}/sign-in`, 'consoleSignInPage', showSignIn);
  form(`${consolePath}/sign-in`, 'consoleSignIn', signIn);
  form(`${consolePath}/sign-out`, 'consoleSignOut', signOut);
  page(`${consolePath}/forgotten`, 'consoleForgottenPage', showForgotten);
  form(`${consolePath}/forgotten`, 'consoleForgotten', askForReset);
  page(invitationPath(':token'), 'consoleInvitationPage', showInvite);
  form(invitationPath(':token'), 'consoleInvitation', acceptInvite);
  page(passwordResetPath(':token'), 'consoleResetPage', showReset);
  form(passwordResetPath(':token'), 'consoleReset', savePassword);
  page(entryPath(':token'), 'consoleEntry', followEntry);
  form(entryPath(':token'), 'consoleSetup', finishSetup);
  return router;
}

import type { Response } from 'express';

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https: data:",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Sends the HTML of an email to a frame. The HTML is not ours, so the policy allows nothing but display and links. */
export function sendMail(response: Response, html: string): void {
  response
    .set({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-store' })
    .type('html')
    .send(`<!doctype html><base target="_blank">${html}`);
}

export const webhookProblems = {
  WEBHOOK_ENDPOINT_NOT_FOUND: 'Webhook endpoint not found.',
  WEBHOOK_ENDPOINT_DISABLED: 'The webhook endpoint is disabled. Enable or recover it first.',
  TOO_MANY_WEBHOOK_ENDPOINTS: 'The account already has the maximum of 100 webhook endpoints.',
  WEBHOOK_DELIVERY_NOT_FOUND: 'Webhook delivery not found.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof webhookProblems, string> {}
}

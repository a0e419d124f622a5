/** A request of a platform. */
export interface HookRequest {
  /** The public address that was called. */
  url: string;
  /** The form that was sent. */
  body: string;
  header(name: string): string | undefined;
}

/** What became of a message. `platformId` is the id in its `SENT` verdict. */
export interface StatusReport {
  platformId: string;
  state: 'DELIVERED' | 'FAILED';
  reason: string | null;
}

/** An SMS of a recipient. */
interface Reply {
  from: string;
  text: string;
}

/** How a platform reports by HTTP. */
export interface PlatformHooks {
  /** Returns whether the platform of these settings sent the request. */
  isGenuine(settings: unknown, request: HookRequest): boolean;
  /** Returns null if the report changes nothing. */
  status(request: HookRequest): StatusReport | null;
  inbound(request: HookRequest): Reply | null;
  /** The response to a request that was accepted. */
  answer: { type: string; body: string };
}

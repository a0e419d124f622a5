import type { WebSocket } from 'ws';

/** The maximum number of bytes that may wait in the sockets of a root account. */
const maxBytes = 64 * 1024 * 1024;

interface Unsent {
  bytes: number;
  sockets: Map<WebSocket, number>;
}

const ofRoots = new Map<string, Unsent>();

/** Counts bytes that wait for a reader. If there are too many, closes the sockets in which most of them wait. */
export function holdBytes(rootId: string, socket: WebSocket, bytes: number, close: (slow: WebSocket) => void): void {
  const unsent = ofRoots.get(rootId) ?? { bytes: 0, sockets: new Map<WebSocket, number>() };
  ofRoots.set(rootId, unsent);
  unsent.sockets.set(socket, (unsent.sockets.get(socket) ?? 0) + bytes);
  unsent.bytes += bytes;
  while (unsent.bytes > maxBytes) {
    const [slowest] = [...unsent.sockets].toSorted(([, one], [, other]) => other - one);
    if (!slowest) break;
    forget(rootId, unsent, slowest[0], slowest[1]);
    close(slowest[0]);
  }
}

/** Counts bytes as sent. Those of a socket that was closed no longer count. */
export function releaseBytes(rootId: string, socket: WebSocket, bytes: number): void {
  const unsent = ofRoots.get(rootId);
  if (unsent?.sockets.has(socket)) forget(rootId, unsent, socket, bytes);
}

function forget(rootId: string, unsent: Unsent, socket: WebSocket, bytes: number): void {
  const left = (unsent.sockets.get(socket) ?? 0) - bytes;
  if (left > 0) unsent.sockets.set(socket, left);
  else unsent.sockets.delete(socket);
  unsent.bytes -= bytes;
  if (unsent.sockets.size === 0) ofRoots.delete(rootId);
}

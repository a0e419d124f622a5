import type { DatabaseServer } from '../server.ts';
import type { ClusterNode } from './node.ts';

export const clusterKinds = ['galera', 'group-replication'] as const;
export type ClusterKind = (typeof clusterKinds)[number];

/** Three servers, and a proxy that leads new connections to the one that may be written. */
export interface Cluster extends Pick<DatabaseServer, 'engine' | 'version' | 'origin' | 'stop'> {
  kind: ClusterKind;
  /** The address of the proxy. */
  url: string;
  nodes: readonly ClusterNode[];
  /** Returns the node to which the proxy leads, as soon as there is one. */
  writer(): Promise<ClusterNode>;
  /** Makes another node the writer, as for maintenance. Connections to the former one survive. */
  switchTo(node: ClusterNode): Promise<void>;
  /** Starts a node that was killed, and waits until it is a member again. */
  rejoin(node: ClusterNode): Promise<void>;
}

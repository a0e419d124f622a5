export const wrongSetups = {
  tidb: 'TiDB lacks what the service needs: it has no JSON_TABLE and ignores SKIP LOCKED, so several workers would do the same work. Use MySQL or MariaDB.',
  vitess: 'Vitess lacks what the service needs: it has no JSON_TABLE. Use MySQL or MariaDB.',
  'no-quorum':
    'The server has lost contact with most of its cluster, or has not joined it yet. Start again when the cluster has recovered.',
  'splitting-proxy':
    'A proxy sends reads and transactions to different servers, so a read may miss what has just been written. Set up the proxy to send all statements to the primary.',
  'several-servers':
    'The address leads to several servers, so a read may miss what has just been written. Use an address that leads to the primary only.',
  'several-writers':
    'Other processes of the service write on another server of the cluster, where the locks of this one are unknown. Point all processes to the same server.',
  'read-only': 'The server is read-only. Use the address of the primary.',
  'multi-primary':
    'The group has several primaries, none of which knows the locks of the others. Call group_replication_switch_to_single_primary_mode().',
};

export type WrongSetup = keyof typeof wrongSetups;

/** The faults that an operator can allow. Without a quorum, nothing works, so that fault is not among them. */
export const allowableSetups = Object.keys(wrongSetups).filter((name) => name !== 'no-quorum') as WrongSetup[];

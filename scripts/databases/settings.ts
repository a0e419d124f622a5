/** Settings for disposable data and many tests in parallel. Everything else, including strict mode, is the default of the server. */
export const settings = [
  '--max-connections=400',
  '--innodb-buffer-pool-size=256M',
  '--innodb-flush-log-at-trx-commit=2',
  '--skip-log-bin',
  '--performance-schema=OFF',
  '--loose-mysqlx=OFF',
];

/** Settings for data that nobody will miss, and for many tests at once. All else is as the server's makers chose, strict mode too. */
export const settings = [
  '--max-connections=400',
  '--innodb-buffer-pool-size=256M',
  '--innodb-flush-log-at-trx-commit=2',
  '--skip-log-bin',
  '--performance-schema=OFF',
  '--loose-mysqlx=OFF',
];

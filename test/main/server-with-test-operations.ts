/* The server, with operations that only tests have. They come first, before the schema is made. */
import '../kernel/api/declared-for-tests.ts';
import '../../src/main/server.ts';

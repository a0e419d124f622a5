/* The server with the operations of tests. Their import comes first because the server builds the schema on import. */
import '../api/declared-for-tests.ts';
import '../../src/main/server.ts';

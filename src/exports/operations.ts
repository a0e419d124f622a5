import './account/export-account.ts';
import './create-export.ts';
import './print/print-operations.ts';
import './print/printed-file.type.ts';
import './statistics-export.type.ts';

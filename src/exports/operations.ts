import './account/export-account.ts';
import './create-export.ts';
import './print/create-print-sheet.ts';
import './print/draw-table-tent-url.ts';
import './print/printed-file.type.ts';
import './statistics-export.type.ts';

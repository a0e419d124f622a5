import './report/report-operations.ts';
import './report/report.type.ts';

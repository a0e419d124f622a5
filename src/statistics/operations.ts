import './report/find-account-statistics.ts';
import './report/find-campaign-statistics.ts';
import './report/follow-statistics-changed.ts';
import './report/report.type.ts';

// The operations of the domain, and the fields that it adds to the types of others.
import './report/find-account-statistics.ts';
import './report/find-campaign-statistics.ts';
import './report/follow-statistics-changed.ts';
import './report/report.type.ts';

import type { Services } from '../kernel/api/context.ts';
import { exportPath } from '../kernel/values/links.ts';
import type { ExportRequest } from './export.ts';
import type { ExportFormat } from './export-format.ts';

export type SignedExport = ExportRequest & { format: ExportFormat };

/** An address that says what to export, signed so that nobody can change it. */
export function exportAddress({ secrets, publicUrl }: Services, request: SignedExport, expires: number): string {
  const payload = Buffer.from(JSON.stringify({ ...request, expires })).toString('base64url');
  return publicUrl + exportPath(`${payload}.${secrets.sign(payload)}`);
}

/** What an address asks for; null when it was not signed here or is expired. */
export function readExportAddress({ secrets }: Services, token: string): SignedExport | null {
  const [payload = '', signature = ''] = token.split('.');
  if (!secrets.isSignature(payload, signature)) return null;
  const { expires, ...request } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedExport & {
    expires: number;
  };
  return expires > Date.now() ? request : null;
}

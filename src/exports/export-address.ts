import type { Services } from '../api/context.ts';
import { exportPath } from '../vocabulary/links.ts';
import type { AccountFileName } from './account/account-files.ts';
import type { ExportRequest } from './export.ts';
import type { ExportFormat } from './export-format.ts';
import type { PrintLanguage } from './print/code-sheet.ts';
import type { TentSize } from './print/sheet-layout.ts';

interface SignedExport extends ExportRequest {
  format: ExportFormat;
  keyId: string;
}

export interface SignedPdf {
  type: 'PRINT_SHEET' | 'TABLE_TENT';
  accountId: string;
  keyId: string;
  subject: string;
  tent?: { size: TentSize; language: PrintLanguage } | undefined;
}

interface SignedPersonalData {
  type: 'PERSONAL_DATA';
  accountId: string;
  keyId: string;
  subject: string;
}

interface SignedAccountFile {
  type: 'ACCOUNT';
  accountId: string;
  keyId: string;
  file: AccountFileName;
}

export type SignedFile = SignedExport | SignedPdf | SignedPersonalData | SignedAccountFile;

export function isPdf(file: SignedFile): file is SignedPdf {
  return file.type === 'PRINT_SHEET' || file.type === 'TABLE_TENT';
}

const validMinutes = 60;

export function exportExpiry(): number {
  return Date.now() + validMinutes * 60_000;
}

/** Returns the address of an export. Its signature prevents anyone from changing the request in it. */
export function exportAddress({ secrets, publicUrl }: Services, request: SignedFile, expires: number): string {
  const payload = Buffer.from(JSON.stringify({ ...request, expires })).toString('base64url');
  return publicUrl + exportPath(`${payload}.${secrets.sign(payload)}`);
}

/** Reads an address. Returns null if its signature is invalid or it has expired. */
export function readExportAddress({ secrets }: Services, token: string): SignedFile | null {
  const [payload = '', signature = ''] = token.split('.');
  if (!secrets.isSignature(payload, signature)) return null;
  const { expires, ...request } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedFile & {
    expires: number;
  };
  return expires > Date.now() ? request : null;
}

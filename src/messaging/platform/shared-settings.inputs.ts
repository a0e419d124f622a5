import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { trimmedText } from '../../api/inputs.ts';
import type { Setting } from './declaration.ts';

export const plain = (maxLength: number, text = trimmedText) =>
  text
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}+$/u, 'must not contain control characters');

export const document = z.string().min(1).max(10_000);

export const host = {
  input: plain(253)
    .refine(isHost, 'is not a host name or IP address')
    .transform((text) => domainToASCII(text) || text),
  description: 'the name or IP address of a public host.',
  shown: 'the host.',
  form: { required: true },
} satisfies Setting;

export const port = (note: string) =>
  ({
    input: z.int().min(1).max(65_535),
    description: 'the port.',
    note,
    shown: 'the port.',
  }) satisfies Setting;

/** A password may begin or end with a space. */
export const passwordText = plain(255, z.string());

export const password = {
  input: passwordText,
  secret: true,
  description: 'the password.',
} satisfies Setting;

/** The sender of messages, in the forms that a platform accepts. */
export const from = (description: string, word: 'emailFrom' | 'smsFrom') =>
  ({
    input: plain(320),
    word,
    heading: 'The sender of messages.',
    description,
    shown: 'The default sender of messages.',
  }) satisfies Setting;

export const smsFrom = from(
  'a phone number in E.164, a short code, or a name of up to 11 letters and digits.',
  'smsFrom',
);

export const smsSender = trimmedText.regex(
  /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.{1,11}$)[A-Za-z0-9 ]*[A-Za-z][A-Za-z0-9 ]*)$/,
  'is not a phone number in E.164, a short code, or a name of up to 11 letters and digits',
);

export const baseUrl = (usual: string) =>
  ({
    input: plain(500),
    description: 'the base address of the API, for compatible gateways.',
    preset: usual,
    shown: 'the base address of the API.',
    form: { kind: 'url', placeholder: usual },
  }) satisfies Setting;

export const baseUrlSchema = (usual: string) =>
  trimmedText.transform((url) => url.replace(/(?<!\/)\/+$/, '')).default(usual);

function isHost(text: string): boolean {
  if (isIP(text)) return true;
  const ascii = domainToASCII(text);
  return (
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(ascii) && !/^[\d.]+$/.test(text)
  );
}

import type { Scope } from '../../api/scope.ts';
import type { Words } from '../../words/languages.ts';
import type { Field } from './screen-field.ts';

/** The entries of the navigation. */
export type Area =
  | 'home'
  | 'campaigns'
  | 'find'
  | 'loyalty'
  | 'directories'
  | 'contacts'
  | 'sending'
  | 'webhooks'
  | 'events'
  | 'keys'
  | 'requests'
  | 'audit'
  | 'settings';

export interface ScreenShape {
  /** The path below `/console`, with parameters such as `:campaign`. */
  path: string;
  /** The current entry of the navigation. */
  area: Area;
  /** The forms that send to this screen, by name. */
  forms?: Record<string, FormShape>;
  /** The forms with a file, by name. Their names must differ from those of `forms`. */
  uploads?: Record<string, UploadShape>;
  /** The scripts of the screen: files in `islands/`. */
  islands?: readonly string[];
}

export interface FormShape {
  /** The scopes, any of which is enough. Without one, the form does not appear. */
  scope: Scope | readonly Scope[];
  fields: Record<string, Field>;
  submit: (words: Words) => string;
  /** Says what happened, for the notice after success. */
  notice?: (words: Words) => string;
  keeps?: boolean;
  /** Whether sending the form again makes another call. Otherwise, two clicks on a button make one call. */
  repeatable?: boolean;
}

export interface UploadShape {
  /** The scope without which the form does not appear. */
  scope: Scope;
  label: (words: Words) => string;
  hint?: (words: Words) => string;
  /** The file name extensions and file types that the browser offers. */
  accept: string;
  submit: (words: Words) => string;
}

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

/** What a page shows of its screen. */
export interface ScreenShape {
  /** Below `/console`, with parameters such as `:campaign`. */
  path: string;
  /** The entry of the navigation that is current. */
  area: Area;
  /** The forms that send to this screen, by name. */
  forms?: Record<string, FormShape>;
  /** The forms with a file that send to this screen, by name. They share no name with the others. */
  uploads?: Record<string, UploadShape>;
  /** The scripts of the screen: files of `islands/`. */
  islands?: readonly string[];
}

/** What a page shows of a form. */
export interface FormShape {
  /** The scope that it needs, or the scopes of which one is enough. Without it, the form does not appear. */
  scope: Scope | readonly Scope[];
  fields: Record<string, Field>;
  /** The text of the button. */
  submit: (words: Words) => string;
  /** The notice after success. */
  doneWords?: (words: Words) => string;
  keeps?: boolean;
  /** Whether sending it again makes another call. Otherwise two clicks on one button are one call. */
  repeatable?: boolean;
}

/** What a page shows of a form with a file. */
export interface UploadShape {
  /** The scope without which the form does not appear. */
  scope: Scope;
  label: (words: Words) => string;
  hint?: (words: Words) => string;
  /** The endings and types of files that the browser offers. */
  accept: string;
  submit: (words: Words) => string;
}

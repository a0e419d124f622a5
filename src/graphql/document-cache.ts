import { type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../api/context.ts';
import { problemOfRepeats, problemOfSpreads } from './limits/repeated-fields.ts';

/** The maximum length of a document. The longest one of the console is 4 kB in size. Values belong in variables. */
const longestDocument = 50_000;

/** The maximum number of errors. For each unknown name, GraphQL searches for similar names. */
const maxErrors = 10;

/** The maximum number of names, numbers, strings and punctuators. It limits the work of validation. */
const maxTokens = 2000;

const maxBytes = 32 * 1024 * 1024;

const bytesOfToken = 600;

interface KeptDocument {
  document: DocumentNode;
  bytes: number;
}

/**
 * Keeps valid documents, but only those executed with an API key: those of anonymous callers must not displace them.
 */
export function keepDocuments(): Plugin<Context> {
  const kept = new Map<string, KeptDocument>();
  const valid = new WeakSet<DocumentNode>();
  let bytes = 0;
  const keep = (document: DocumentNode): void => {
    const source = document.loc?.source.body;
    if (source === undefined || valid.has(document) || kept.has(source)) return;
    const added = { document, bytes: sizeOf(document, source) };
    kept.set(source, added);
    valid.add(document);
    bytes += added.bytes;
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= freed;
    }
  };
  const keepOfCaller = ({ args }: { args: { document: DocumentNode; contextValue?: unknown } }): void => {
    if ((args.contextValue as Context | undefined)?.viewer) keep(args.document);
  };
  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const source = params.source.toString();
      const known = kept.get(source);
      if (known) {
        kept.delete(source);
        kept.set(source, known);
        return setParsedDocument(known.document);
      }
      refuseLong(source);
      setParseFn((text, options) => parse(text, { ...options, maxTokens: maxTokens }));
    },
    onValidate({ params, setResult, setValidationFn }) {
      if (valid.has(params.documentAST)) return setResult([]);
      const problem = problemOfSpreads(params.documentAST) ?? problemOfRepeats(params.documentAST);
      if (problem) return setResult([problem]);
      setValidationFn((schema, document, rules, options) =>
        validate(schema, document, rules, { ...options, maxErrors }),
      );
    },
    onExecute: keepOfCaller,
    onSubscribe: keepOfCaller,
  };
}

function refuseLong(source: string): void {
  if (source.length <= longestDocument && Buffer.byteLength(source) <= longestDocument) return;
  throw new GraphQLError(
    `The document is longer than ${longestDocument.toLocaleString('en')} bytes. Pass values as variables.`,
  );
}

function sizeOf(document: DocumentNode, source: string): number {
  const { tokenCount = maxTokens } = document as { tokenCount?: number };
  return 2 * source.length + bytesOfToken * tokenCount;
}

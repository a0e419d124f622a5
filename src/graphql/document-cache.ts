import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../api/context.ts';
import { refusalOfRepeats, refusalOfSpreads } from './limits/repeated-fields.ts';

/** The longest document. The longest one of the console has 4 kB; values belong into variables. */
const longestDocument = 50_000;

/** The largest number of names, numbers, texts and signs in a document. It bounds the work of validating one. */
const mostTokens = 2000;

/** The largest size of all documents that a process keeps: about a thousand ordinary ones. */
const mostBytes = 32 * 1024 * 1024;

/** The memory that a token and the part of the parsed document that it belongs to take, about. */
const bytesOfToken = 600;

interface Kept {
  document: DocumentNode;
  bytes: number;
}

/**
 * Returns a plugin that parses documents up to a size and keeps valid ones, so that they are parsed and validated once.
 * It keeps only documents that a caller with an API key has executed: strangers cannot displace them.
 */
export function keepDocuments(): Plugin<Context> {
  const kept = new Map<string, Kept>();
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
      if (bytes <= mostBytes) break;
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
      setParseFn((text, options) => parse(text, { ...options, maxTokens: mostTokens }));
    },
    onValidate({ params, setResult }) {
      if (valid.has(params.documentAST)) return setResult([]);
      const refusal = refusalOfSpreads(params.documentAST) ?? refusalOfRepeats(params.documentAST);
      if (refusal) setResult([refusal]);
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
  const { tokenCount = mostTokens } = document as { tokenCount?: number };
  return 2 * source.length + bytesOfToken * tokenCount;
}

interface Detector {
  detect(source: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The symbologies of campaigns and passes. */
const formats = ['qr_code', 'aztec', 'pdf417', 'code_128', 'code_39'] as const;

type Read = (canvas: HTMLCanvasElement) => Promise<string | null>;

let reader: Promise<Read> | undefined;

export async function barcodeOn(canvas: HTMLCanvasElement): Promise<string | null> {
  reader ??= chooseReader();
  reader.catch(() => {
    // The program could not be loaded without a network, so the next picture tries again.
    reader = undefined;
  });
  const read = await reader;
  return read(canvas);
}

async function chooseReader(): Promise<Read> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const known = own ? await own.getSupportedFormats() : [];
  if (!own || !formats.every((format) => known.includes(format))) return readWithProgram();
  const detector = new own({ formats });
  return async (canvas) => (await detector.detect(canvas))[0]?.rawValue ?? null;
}

/** Chromium on Linux and Windows, Firefox and all browsers on iOS have no decoder. */
async function readWithProgram(): Promise<Read> {
  const { decode } = (await import(document.body.dataset.decoder ?? '')) as {
    decode(picture: ImageData): Promise<string | null>;
  };
  return (canvas) => {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    return context ? decode(context.getImageData(0, 0, canvas.width, canvas.height)) : Promise.resolve(null);
  };
}

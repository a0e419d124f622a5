const pauseMilliseconds = 60;
/** After a code has been out of sight for this long, it counts again. */
const forgetMilliseconds = 1500;
const maxPixels = 1280;

export type CameraState = 'off' | 'starting' | 'on' | 'forbidden' | 'missing';

/** Looks for barcodes when asked to, and reports each one once while it stays in sight. */
export class TillCamera {
  state: CameraState = 'off';
  readonly #isWanted: () => boolean;
  readonly #seen: (text: string) => void;
  readonly #changed: () => void;
  readonly #canvas = document.createElement('canvas');
  #stream: MediaStream | null = null;
  #video: HTMLVideoElement | null = null;
  #last = { text: '', at: 0 };

  constructor(isWanted: () => boolean, seen: (text: string) => void, changed: () => void) {
    this.#isWanted = isWanted;
    this.#seen = seen;
    this.#changed = changed;
  }

  readonly attach = (video: HTMLVideoElement | null): void => {
    this.#video = video;
    if (video && video.srcObject !== this.#stream) video.srcObject = this.#stream;
  };

  async start(): Promise<void> {
    if (this.state === 'on' || this.state === 'starting') return;
    // Browsers offer no camera to pages without https.
    if (!navigator.mediaDevices?.getUserMedia) return this.#become('missing');
    this.#become('starting');
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        // Frames that nobody reads would only delay the answers.
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 15 } },
      });
    } catch (error) {
      return this.#become((error as Error).name === 'NotAllowedError' ? 'forbidden' : 'missing');
    }
    this.#stream.getVideoTracks()[0]?.addEventListener('ended', () => this.stop());
    if (this.#video) this.#video.srcObject = this.#stream;
    this.#become('on');
    void this.#look();
  }

  stop(): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.#become('off');
  }

  #become(state: CameraState): void {
    this.state = state;
    this.#changed();
  }

  async #look(): Promise<void> {
    while (this.state === 'on') {
      if (this.#isWanted()) this.#note(document.hidden ? null : await this.#textInSight());
      // Do not decode now: it would delay the answers. In the meantime, the last code counts as in sight.
      else this.#last.at = Date.now();
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }

  #note(text: string | null): void {
    const now = Date.now();
    const isNew = text !== this.#last.text || now - this.#last.at > forgetMilliseconds;
    if (!text) return;
    this.#last = { text, at: now };
    if (isNew && this.#isWanted()) this.#seen(text);
  }

  async #textInSight(): Promise<string | null> {
    const video = this.#video;
    if (!video || video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
    draw(this.#canvas, video, video.videoWidth, video.videoHeight);
    return barcodeOn(this.#canvas).catch(() => null);
  }
}

/** Reads a barcode from a photo. A large photo is tried in two sizes. */
export async function barcodeInPhoto(photo: File): Promise<string | null> {
  const picture = await createImageBitmap(photo).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  for (const maxSize of [maxPixels, 2 * maxPixels]) {
    draw(canvas, picture, picture.width, picture.height, maxSize);
    const text = await barcodeOn(canvas);
    if (text) return text;
  }
  return null;
}

function draw(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  width: number,
  height: number,
  maxSize = maxPixels,
) {
  const scale = Math.min(1, maxSize / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0, canvas.width, canvas.height);
}

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

async function barcodeOn(canvas: HTMLCanvasElement): Promise<string | null> {
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

/* Sounds and vibration, so that staff need not look at the screen. */

const signals = {
  /** Redeemed: two rising tones. */
  good: { tones: [660, 990], shake: [60] },
  /** Found and held: one short tone. */
  found: { tones: [780], shake: [30] },
  /** Refused: two low tones. */
  bad: { tones: [220, 165], shake: [160, 80, 160] },
} as const;

let audio: AudioContext | undefined;

/** Allows sound. Call it on a touch or a key press, because browsers allow it only then. */
export function allowSound(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

export function signal(name: keyof typeof signals): void {
  const { tones, shake } = signals[name];
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...shake]);
  if (audio?.state === 'running') for (const [index, tone] of tones.entries()) play(audio, tone, index * 0.12);
}

function play(context: AudioContext, frequency: number, delay: number): void {
  const [oscillator, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + delay;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.18);
}

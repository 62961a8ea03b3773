/* Four small sounds, made on the spot and off until somebody wants them. They follow the story as it is drawn: who cannot see a thing cannot hear it. */

import { keep, kept } from "$lib/kept";

/** From the quietest to the one that drowns the others when several come at once. */
const CUES = ["place", "turn", "crisis", "end"] as const;
export type Cue = (typeof CUES)[number];

interface Note {
  /** Seconds after the beginning. */
  at: number;
  pitch: number;
  /** Where the pitch slides to. */
  to?: number;
  length: number;
  wave: OscillatorType;
  loud: number;
}

const SOUNDS: Record<Cue, Note[]> = {
  place: [
    { at: 0, pitch: 210, to: 120, length: 0.08, wave: "triangle", loud: 0.3 },
    { at: 0, pitch: 900, to: 500, length: 0.03, wave: "sine", loud: 0.08 },
  ],
  turn: [
    { at: 0, pitch: 659, length: 0.35, wave: "sine", loud: 0.12 },
    { at: 0.12, pitch: 880, length: 0.55, wave: "sine", loud: 0.12 },
  ],
  crisis: [
    { at: 0, pitch: 196, to: 185, length: 0.5, wave: "sawtooth", loud: 0.06 },
    { at: 0, pitch: 207.6, to: 196, length: 0.5, wave: "triangle", loud: 0.14 },
    { at: 0.16, pitch: 103.8, to: 98, length: 0.6, wave: "triangle", loud: 0.2 },
  ],
  end: [
    { at: 0, pitch: 440, length: 0.5, wave: "sine", loud: 0.1 },
    { at: 0.13, pitch: 554.4, length: 0.5, wave: "sine", loud: 0.1 },
    { at: 0.26, pitch: 659.3, length: 0.6, wave: "sine", loud: 0.1 },
    { at: 0.39, pitch: 880, length: 1.1, wave: "sine", loud: 0.12 },
  ],
};
const RISE = 0.006; // seconds, so that a note does not click
const SILENCE = 0.0001; // an exponential fall never reaches nothing
const GESTURES = ["pointerdown", "keydown"] as const;

/** The one to be heard of several. */
export function loudest(cues: readonly (Cue | undefined)[]): Cue | undefined {
  return CUES.findLast((cue) => cues.includes(cue));
}

class Sounds {
  private context: AudioContext | undefined;
  private wanted = kept("sound") === "on";

  constructor() {
    if (this.wanted) for (const gesture of GESTURES) addEventListener(gesture, this.open, { once: true, passive: true });
  }

  get on(): boolean {
    return this.wanted;
  }

  /** By the hand of the person: browsers let nothing sound before it. */
  turn(on: boolean): void {
    this.wanted = on;
    keep("sound", on ? "on" : null);
    if (on) {
      this.open();
      this.play("turn");
    } else {
      void this.context?.close();
      this.context = undefined;
    }
  }

  play(cue: Cue | undefined): void {
    const { context } = this;
    if (!cue || !context) return;
    for (const note of SOUNDS[cue]) {
      const start = context.currentTime + note.at;
      const end = start + note.length;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = note.wave;
      tone.frequency.setValueAtTime(note.pitch, start);
      if (note.to) tone.frequency.exponentialRampToValueAtTime(note.to, end);
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(note.loud, start + RISE);
      volume.gain.exponentialRampToValueAtTime(SILENCE, end);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(end);
    }
  }

  private readonly open = (): void => {
    for (const gesture of GESTURES) removeEventListener(gesture, this.open);
    if (this.wanted) this.context ??= new AudioContext();
  };
}

export const sounds = new Sounds();

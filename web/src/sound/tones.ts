/** Short tones, made from nothing. */
import { settings } from '../settings/settings.svelte';

export type Tone = 'turn' | 'refused' | 'over';

interface Note {
    /** Hertz. */
    pitch: number;
    /** Seconds from the beginning. */
    at: number;
    long: number;
}

const TONES: Record<Tone, readonly Note[]> = {
    turn: [
        { pitch: 587.33, at: 0, long: 0.16 },
        { pitch: 880, at: 0.12, long: 0.3 },
    ],
    refused: [{ pitch: 196, at: 0, long: 0.22 }],
    over: [
        { pitch: 523.25, at: 0, long: 0.2 },
        { pitch: 659.25, at: 0.14, long: 0.2 },
        { pitch: 783.99, at: 0.28, long: 0.5 },
    ],
};
const LOUD = 0.12;
const RISE = 0.012;

let context: AudioContext | undefined;

/** Play a tone, unless sound is off or the browser wants a click first. */
export function play(tone: Tone): void {
    if (!settings.sound || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    const audio = context;
    // It resumes only after the reader has touched the page; a tone that comes late would mislead.
    if (audio.state === 'suspended') void audio.resume();
    if (audio.state !== 'running' && !navigator.userActivation?.hasBeenActive) return;
    for (const note of TONES[tone]) sound(audio, note);
}

function sound(audio: AudioContext, { pitch, at, long }: Note): void {
    const begin = audio.currentTime + at;
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    voice.type = 'triangle';
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUD, begin + RISE);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    voice.connect(volume).connect(audio.destination);
    voice.start(begin);
    voice.stop(begin + long);
}

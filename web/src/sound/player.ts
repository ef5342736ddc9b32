/** Plays sounds with Web Audio. Loaded only where sound is on. */
import { APART, type Note, notesOf, pitchOf } from './recipes';
import type { Sign } from './signs';

/** Gain of a single note at full volume; several may sound together. */
const LOUD = 0.35;
const RISE = 0.004;
const SILENCE = 0.0001;
/** Seconds of noise; no note needs more. */
const NOISE = 0.5;
/** Narrowness of noise around its tone. */
const NARROW = 1.4;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** The audio context, if the browser allows sound: only after the first input. A late sound would mislead. */
function awake(): AudioContext | null {
    if (typeof AudioContext === 'undefined') return null;
    const isTouched = navigator.userActivation?.hasBeenActive ?? true;
    if (!context && !isTouched) return null;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context.state === 'running' || isTouched ? context : null;
}

/** Play sounds one after the other; `volume` in percent. */
export function play(signs: readonly Sign[], volume: number): void {
    const audio = volume > 0 ? awake() : null;
    if (!audio) return;
    for (const [place, sign] of signs.entries())
        for (const note of notesOf(sign)) sound(audio, note, audio.currentTime + place * APART, volume / 100);
}

function sound(audio: AudioContext, note: Note, from: number, volume: number): void {
    const begin = from + note.at;
    const end = begin + note.long;
    const level = audio.createGain();
    level.gain.setValueAtTime(0, begin);
    level.gain.linearRampToValueAtTime(LOUD * note.loud * volume, begin + Math.min(RISE, note.long / 2));
    level.gain.exponentialRampToValueAtTime(SILENCE, end);
    level.connect(audio.destination);
    const source =
        note.voice === 'noise' ? breath(audio, note, begin, end, level) : wave(audio, note, begin, end, level);
    source.start(begin);
    source.stop(end);
}

function wave(audio: AudioContext, note: Note, begin: number, end: number, level: GainNode): AudioScheduledSourceNode {
    const voice = audio.createOscillator();
    voice.type = note.voice as OscillatorType;
    glide(voice.frequency, note, begin, end);
    voice.connect(level);
    return voice;
}

function breath(
    audio: AudioContext,
    note: Note,
    begin: number,
    end: number,
    level: GainNode,
): AudioScheduledSourceNode {
    const voice = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    voice.buffer = noise ??= noiseOf(audio);
    filter.type = 'bandpass';
    filter.Q.value = NARROW;
    glide(filter.frequency, note, begin, end);
    voice.connect(filter).connect(level);
    return voice;
}

function glide(pitch: AudioParam, { tone, to }: Note, begin: number, end: number): void {
    pitch.setValueAtTime(pitchOf(tone), begin);
    if (to !== undefined) pitch.exponentialRampToValueAtTime(pitchOf(to), end);
}

function noiseOf(audio: AudioContext): AudioBuffer {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * NOISE), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
    return buffer;
}

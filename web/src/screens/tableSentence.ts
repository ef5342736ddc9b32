/** A table as one sentence: the same on the page of a new table, in the room and in invitations. */
import type { TableSpec, Terms } from '../protocol/api';
import { t, tOr } from '../words';
import { numberWord } from './bots';

/** A section of the form for a new table; `plain` is text between them. */
export interface SentencePart {
    readonly section: string;
    readonly text: string;
}

export interface SentenceInput {
    readonly spec: Pick<TableSpec, 'edition' | 'preset' | 'seats'> & Partial<TableSpec>;
    readonly clock: NonNullable<Terms['clock']>;
    /** The title of the board; empty where there is none. */
    readonly board: string;
    readonly rules: string;
    readonly listed: boolean;
    readonly hasRegions: boolean;
    readonly isDevice: boolean;
    /** True in the room, whose players are already seated. */
    readonly isRoom?: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The clock, as a part of a sentence. */
export function clockPart(clock: SentenceInput['clock']): string {
    if (clock.type === 'bank') return t('sentence.live', { count: Math.round(clock.bank / MINUTE) });
    if (clock.type === 'turns') return t('sentence.turns', { count: Math.round(clock.turn / HOUR) });
    return t('sentence.no_clock');
}

export const regionsWord = ({ spec }: SentenceInput): string =>
    t(`new.regions.${Array.isArray(spec.regions) ? 'given' : (spec.regions ?? 'random')}`);

export const moneyWord = ({ spec }: SentenceInput): string =>
    t(spec.hidden_money ? 'sentence.hidden' : 'sentence.open');

export function houseWords({ spec }: SentenceInput): string {
    const rules = (spec.house_rules ?? []).map((rule) => tOr(`new.rule.${rule}`, rule));
    const house = rules.length > 0 ? t('sentence.house', { rules: rules.join(', ') }) : t('sentence.no_house');
    return spec.contractor ? t('sentence.contractor', { house }) : house;
}

/** The text with a capital at its beginning. */
const begun = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Words of a choice are marked as `[[section|text]]` in the sentence. */
const MARKED = /\[\[(\w+)\|([^\]]*)\]\]/g;

export function sentenceParts(told: SentenceInput): SentencePart[] {
    const { spec } = told;
    const text = t(`sentence.${told.isRoom ? 'room' : told.isDevice ? 'device' : told.listed ? 'listed' : 'private'}`, {
        game: t(`edition.${spec.edition}`),
        on: told.board ? t('sentence.on', { board: told.board }) : '',
        seats: numberWord(spec.seats),
        rules: told.rules,
        money: moneyWord(told),
        regions: told.hasRegions ? t('sentence.regions', { how: regionsWord(told) }) : '',
        clock: begun(clockPart(told.clock)),
        house: houseWords(told),
    });
    const parts: SentencePart[] = [];
    let at = 0;
    for (const found of text.matchAll(MARKED)) {
        if (found.index > at) parts.push({ section: '', text: text.slice(at, found.index) });
        parts.push({ section: found[1] ?? '', text: found[2] ?? '' });
        at = found.index + found[0].length;
    }
    if (at < text.length) parts.push({ section: '', text: text.slice(at) });
    return parts;
}

/** "Classic on USA for four, live, 45 minutes each". */
export const shortSentence = (told: SentenceInput): string =>
    t('sentence.short', {
        game: t(`edition.${told.spec.edition}`),
        on: told.board ? t('sentence.on_plain', { board: told.board }) : '',
        seats: numberWord(told.spec.seats),
        clock: clockPart(told.clock),
    });

/** The end screen, loaded when a game is over. */
import { withWords } from '../words/late';

export type EndPart = (typeof import('../end/EndPage.svelte'))['default'];

export type AnalysisPart = (typeof import('../end/analysis/AnalysisPage.svelte'))['default'];

export const loadAnalysisPart = (): Promise<{ default: AnalysisPart }> =>
    withWords(import('../end/analysis/AnalysisPage.svelte'), 'end', 'analysis', 'screens');

export const loadEndPart = (): Promise<{ default: EndPart }> =>
    withWords(import('../end/EndPage.svelte'), 'end', 'fair', 'analysis');

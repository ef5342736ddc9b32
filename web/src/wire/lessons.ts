/** REST client for lessons. */
import type { LessonDone, LessonOverview, LessonScript } from '../protocol/api';
import { ask, send } from './rest';

export const readLessons = (): Promise<LessonOverview[]> => ask('/api/lessons');
export const readLesson = (lessonId: string): Promise<LessonScript> =>
    ask(`/api/lessons/${encodeURIComponent(lessonId)}`);

/** Store finished lessons for the account; a guest's stay in the browser. */
export const keepLessons = (done: LessonDone): Promise<LessonOverview[]> => send('POST', '/api/lessons', done);

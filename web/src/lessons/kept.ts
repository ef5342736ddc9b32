/** Finished lessons in this browser's storage, so that a guest keeps them too. */
const KEY = 'gridwright.lessons';

export function keptLessons(): string[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
    } catch {
        return [];
    }
}

export function keepLesson(lessonId: string): void {
    const kept = keptLessons();
    if (kept.includes(lessonId)) return;
    try {
        localStorage.setItem(KEY, JSON.stringify([...kept, lessonId]));
    } catch {
        // Without storage the lesson is open again next time.
    }
}

/**
 * Work that takes seconds or minutes: each kind has a worker of its own with a second Python, so that tables and page continue.
 * A worker starts with its first job. A job cannot be interrupted: cancelling it ends its worker.
 */

export interface Job {
    readonly job_id: string;
    readonly kind: 'search' | 'analysis';
    readonly task: string;
}

/** A report of a job; the last one ends it. */
export interface JobReport {
    readonly type: 'report';
    readonly text: string;
    readonly isLast: boolean;
}

export type FromJobWorker =
    JobReport | { readonly type: 'failed'; readonly problem: string } | { readonly type: 'other' };

/** The part of a worker that is used here. */
export interface JobWorker {
    postMessage(job: Job): void;
    terminate(): void;
    onmessage: ((event: MessageEvent<FromJobWorker>) => unknown) | null;
    onerror: ((event: ErrorEvent) => unknown) | null;
}

/** Name of a worker that does jobs instead of answering requests. */
export const JOB_WORKER = 'gridwright-jobs';
/** Milliseconds without a job after which a worker ends: it holds a hundred megabytes. */
const IDLE_MS = 120_000;
/** Milliseconds after which a search is given up, its worker's start included; the table plays on by another bot. */
const SEARCH_MS = 60_000;
const FAILED = { search: 'failed', analysis: 'impossible' } as const;

export class Jobs {
    #lanes: Readonly<Record<Job['kind'], Lane>>;

    constructor(start: () => JobWorker, report: (jobId: string, text: string) => void) {
        this.#lanes = { search: new Lane(start, report, SEARCH_MS), analysis: new Lane(start, report, 0) };
    }

    change(begun: readonly Job[], cancelled: readonly string[]): void {
        for (const lane of Object.values(this.#lanes)) lane.cancel(cancelled);
        for (const job of begun) this.#lanes[job.kind].add(job);
    }
}

/** The jobs of one kind, one after the other. */
class Lane {
    #queue: Job[] = [];
    #now: Job | null = null;
    #worker: JobWorker | null = null;
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(
        readonly start: () => JobWorker,
        readonly report: (jobId: string, text: string) => void,
        /** Longest time of a job in ms; 0 without a limit. */
        readonly longest: number,
    ) {}

    add(job: Job): void {
        this.#queue.push(job);
        this.#next();
    }

    cancel(ids: readonly string[]): void {
        this.#queue = this.#queue.filter((each) => !ids.includes(each.job_id));
        if (!this.#now || !ids.includes(this.#now.job_id)) return;
        this.#end();
        this.#next();
    }

    #next(): void {
        const job = this.#now ? undefined : this.#queue.shift();
        if (!job) return;
        clearTimeout(this.#timer);
        this.#now = job;
        this.#worker ??= this.#begin();
        this.#worker.postMessage(job);
        if (this.longest > 0) this.#timer = setTimeout(() => this.#fail('it took too long'), this.longest);
    }

    #begin(): JobWorker {
        const worker = this.start();
        worker.onmessage = ({ data }) => {
            if (data.type === 'failed') return this.#fail(data.problem);
            const job = this.#now;
            if (data.type !== 'report' || !job) return undefined;
            if (data.isLast) this.#finish();
            this.report(job.job_id, data.text);
            return this.#next();
        };
        worker.onerror = (event) => this.#fail(event.message);
        return worker;
    }

    #finish(): void {
        clearTimeout(this.#timer);
        this.#now = null;
        this.#timer = setTimeout(() => this.#end(), IDLE_MS);
    }

    #fail(problem: string): void {
        const job = this.#now;
        this.#end();
        if (job) this.report(job.job_id, JSON.stringify({ type: FAILED[job.kind], problem }));
        this.#next();
    }

    #end(): void {
        clearTimeout(this.#timer);
        this.#now = null;
        this.#worker?.terminate();
        this.#worker = null;
    }
}

/** `gridwright.local.jobs.do_job` */
export type DoJob = (kind: Job['kind'], task: string, tell: (text: string) => void) => string;

/** Milliseconds between two reports of progress. */
const PAUSE_MS = 500;

/** Do jobs in the order of their messages. */
export function doJobs(early: readonly Job[], doJob: DoJob): void {
    const report = (text: string, isLast: boolean): void =>
        self.postMessage({ type: 'report', text, isLast } satisfies JobReport);
    const run = ({ kind, task }: Job): void => {
        let told = 0;
        const last = doJob(kind, task, (text) => {
            if (performance.now() - told < PAUSE_MS) return;
            told = performance.now();
            report(text, false);
        });
        report(last, true);
    };
    self.onmessage = ({ data }: MessageEvent<Job>) => run(data);
    for (const job of early) run(job);
}

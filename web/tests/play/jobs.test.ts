/** Long jobs: one worker for each kind, one job at a time, cancelled by ending the worker, and never without a last report. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type FromJobWorker, type Job, Jobs, type JobWorker } from '../../src/play/jobs';

class FakeWorker implements JobWorker {
    onmessage: JobWorker['onmessage'] = null;
    onerror: JobWorker['onerror'] = null;
    isOver = false;
    got: string[] = [];

    postMessage(job: Job): void {
        this.got.push(job.job_id);
    }
    terminate(): void {
        this.isOver = true;
    }
    tell(text: string, isLast = true): void {
        this.say({ type: 'report', text, isLast });
    }
    say(data: FromJobWorker): void {
        this.onmessage?.({ data } as MessageEvent<FromJobWorker>);
    }
}

const job = (id: string, kind: Job['kind'] = 'search'): Job => ({ job_id: id, kind, task: '' });

function open(): { jobs: Jobs; workers: FakeWorker[]; told: string[] } {
    const workers: FakeWorker[] = [];
    const told: string[] = [];
    const start = (): JobWorker => {
        const worker = new FakeWorker();
        workers.push(worker);
        return worker;
    };
    return { jobs: new Jobs(start, (id, text) => told.push(`${id}: ${text}`)), workers, told };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('jobs of a kind are done one after the other by one worker, beside those of the other kind', () => {
    const { jobs, workers, told } = open();
    jobs.change([job('a'), job('b'), job('c', 'analysis')], []);
    expect(workers.map(({ got }) => got)).toEqual([['a'], ['c']]);
    workers[1]!.tell('half', false);
    workers[0]!.tell('done');
    expect(workers.map(({ got }) => got)).toEqual([['a', 'b'], ['c']]);
    expect(told).toEqual(['c: half', 'a: done']);
});

test('a cancelled job ends its worker, and a waiting one is left out', () => {
    const { jobs, workers, told } = open();
    jobs.change([job('a'), job('b'), job('c')], []);
    jobs.change([], ['a', 'b']);
    expect(workers.map(({ isOver, got }) => [isOver, got])).toEqual([
        [true, ['a']],
        [false, ['c']],
    ]);
    expect(told).toEqual([]);
});

test('a worker that fails or takes too long ends, and its job reports that', () => {
    const { jobs, workers, told } = open();
    jobs.change([job('a'), job('b', 'analysis')], []);
    vi.advanceTimersByTime(61_000);
    workers[1]!.say({ type: 'failed', problem: 'no memory' });
    expect(workers.map(({ isOver }) => isOver)).toEqual([true, true]);
    expect(told).toEqual([
        'a: {"type":"failed","problem":"it took too long"}',
        'b: {"type":"impossible","problem":"no memory"}',
    ]);
});

test('a worker without work ends after a while, and the next job starts another', () => {
    const { jobs, workers } = open();
    jobs.change([job('a')], []);
    workers[0]!.tell('done');
    vi.advanceTimersByTime(119_000);
    expect(workers[0]!.isOver).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(workers[0]!.isOver).toBe(true);
    jobs.change([job('b')], []);
    expect(workers[1]!.got).toEqual(['b']);
});

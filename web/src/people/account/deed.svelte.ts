/** One thing done at a time, with its answer in words. */
import { type Door, problemWords } from './problem';

export class Deed {
    isBusy = $state(false);
    problem = $state('');
    done = $state('');

    /** True on success; then `done` has the words, otherwise `problem`. */
    async run(what: () => Promise<unknown>, done = '', door: Door = 'own'): Promise<boolean> {
        this.isBusy = true;
        this.problem = '';
        this.done = '';
        try {
            await what();
            this.done = done;
            return true;
        } catch (error) {
            this.problem = problemWords(error, door);
            return false;
        } finally {
            this.isBusy = false;
        }
    }
}

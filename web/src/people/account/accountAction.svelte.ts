/** State of a request of the account page: one at a time, with its result in words. */
import { problemWords } from './problem';

export class AccountAction {
    isBusy = $state(false);
    problem = $state('');
    done = $state('');

    /** True on success; then `done` has the words, otherwise `problem`. */
    async run(what: () => Promise<unknown>, done = ''): Promise<boolean> {
        this.isBusy = true;
        this.problem = '';
        this.done = '';
        try {
            await what();
            this.done = done;
            return true;
        } catch (error) {
            this.problem = problemWords(error);
            return false;
        } finally {
            this.isBusy = false;
        }
    }
}

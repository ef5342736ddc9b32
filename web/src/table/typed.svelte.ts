/** A number typed digit by digit, anywhere on the table. A pause ends it. */
export const PAUSE = 900;
const MAX_DIGITS = 3;

export class Typed {
    /** As typed, for the stepper; empty while nothing is being typed. */
    text = $state('');
    #timer: ReturnType<typeof setTimeout> | undefined;

    /** Add a digit; `onend` is called after the pause, or never if something else ends it. */
    add(digit: string, onend: () => void = () => undefined): number {
        this.text = (this.text + digit).replace(/^0+(?=\d)/, '').slice(-MAX_DIGITS);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.text = '';
            onend();
        }, PAUSE);
        return Number(this.text);
    }

    end(): void {
        clearTimeout(this.#timer);
        this.text = '';
    }
}

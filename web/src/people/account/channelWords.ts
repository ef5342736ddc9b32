/** Reasons why a notice was not delivered, in words. */
import { t } from '../../words';

const WHY = {
    busy: 'notices.why.busy',
    no_address: 'notices.why.address',
    no_answer: 'notices.why.silent',
    no_such_name: 'notices.why.name',
    no_trust: 'notices.why.trust',
    private: 'notices.why.private',
    stopping: 'notices.why.stopping',
    too_slow: 'notices.why.slow',
    unsupported: 'notices.why.unsupported',
} as const;

export function answerWords(answer: string): string {
    if (/^\d{3}$/.test(answer)) return t('notices.why.number', { number: answer });
    return t(answer in WHY ? WHY[answer as keyof typeof WHY] : 'notices.why.silent');
}

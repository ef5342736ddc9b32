// @vitest-environment jsdom
/** An order without an answer outlives a reload, for the seat that gave it. */
import { expect, test } from 'vitest';

import { nameOrder } from '../../src/wire/orders';
import { dropSent, keepSent, unanswered } from '../../src/wire/outbox';

const order = nameOrder({ type: 'act', do: { do: 'pass' } }, 7);

test('it is found again under its name until it is answered', () => {
    keepSent('table', 'ticket', order);
    expect(unanswered('table', 'ticket')).toEqual(order);
    expect(unanswered('other', 'ticket')).toBeNull();
    dropSent('table');
    expect(unanswered('table', 'ticket')).toBeNull();
});

test('another holder of the seat does not send it', () => {
    keepSent('table', 'ticket', order);
    expect(unanswered('table', 'another')).toBeNull();
});

test('what cannot be read is not sent', () => {
    sessionStorage.setItem('gridwright.sent.table', '{"ticket":"ticket"');
    expect(unanswered('table', 'ticket')).toBeNull();
});

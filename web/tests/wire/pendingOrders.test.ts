// @vitest-environment jsdom
/** An order without a response survives a reload, for the seat that sent it. */
import { expect, test } from 'vitest';

import { nameOrder } from '../../src/wire/orders';
import { removePendingOrder, savePendingOrder, loadPendingOrder } from '../../src/wire/pendingOrders';

const order = nameOrder({ type: 'act', do: { do: 'pass' } }, 7);

test('it is found again under its name until it is answered', () => {
    savePendingOrder('table', 'ticket', order);
    expect(loadPendingOrder('table', 'ticket')).toEqual(order);
    expect(loadPendingOrder('other', 'ticket')).toBeNull();
    removePendingOrder('table');
    expect(loadPendingOrder('table', 'ticket')).toBeNull();
});

test('another holder of the seat does not send it', () => {
    savePendingOrder('table', 'ticket', order);
    expect(loadPendingOrder('table', 'another')).toBeNull();
});

test('what cannot be read is not sent', () => {
    sessionStorage.setItem('gridwright.sent.table', '{"ticket":"ticket"');
    expect(loadPendingOrder('table', 'ticket')).toBeNull();
});

/** Requests of the host, and public information about the server. */
import type {
    ClubChoice,
    ClubView,
    HostPage,
    HostPeople,
    HostPerson,
    HostTables,
    InvitationView,
    MadeInvitation,
    NewInvitation,
    PersonChoice,
    ReportView,
    Settling,
} from '../protocol/api';
import { ask, send } from './rest';

const to = encodeURIComponent;

export const readClub = (): Promise<ClubView> => ask('/api/club');
export const readHostPage = (day: number): Promise<HostPage> => ask(`/api/host?day=${day}`);
export const listHostTables = (after = ''): Promise<HostTables> => ask(`/api/host/tables?after=${to(after)}`);
export const findPeople = (name: string, after = ''): Promise<HostPeople> =>
    ask(`/api/host/people?name=${to(name)}&after=${to(after)}`);
export const choosePerson = (id: string, choice: PersonChoice): Promise<HostPerson> =>
    send('PATCH', `/api/host/people/${to(id)}`, choice);
export const chooseClub = (choice: ClubChoice): Promise<ClubView> => send('PUT', '/api/host/club', choice);
export const listInvitations = (): Promise<InvitationView[]> => ask('/api/host/invitations');
/** Create an invitation. Only this response contains its code. */
export const invite = (wanted: NewInvitation): Promise<MadeInvitation> => send('POST', '/api/host/invitations', wanted);
export const endInvitation = (id: string): Promise<null> =>
    ask(`/api/host/invitations/${to(id)}`, { method: 'DELETE' });
export const listReports = (): Promise<ReportView[]> => ask('/api/host/reports');
export const settleReport = (settling: Settling): Promise<null> => send('POST', '/api/host/reports/settle', settling);

/** Which clauses of an edition a table reads in a phase. */
import type { EditionRules, RuleClause, TableSheet } from '../protocol/api';

/** Clauses by number. */
export function clausesOf(rules: EditionRules): Map<string, RuleClause> {
    return new Map(rules.sections.flatMap(({ clauses }) => clauses.map((clause) => [clause.number, clause] as const)));
}

/** Whether a clause is played at a table. House rules may bring in what another preset has. */
export function isPlayed(clause: RuleClause, { spec }: TableSheet): boolean {
    if (clause.only.length === 0 || (spec.house_rules ?? []).length > 0) return true;
    return clause.only.includes(spec.preset) || clause.only.includes(spec.board);
}

/** What matters in a phase at a table, in the order in which it is read. */
export function readingOf(rules: EditionRules, phase: string, sheet: TableSheet): RuleClause[] {
    const named = rules.phases.find((each) => each.phase === phase);
    if (!named) return [];
    const known = clausesOf(rules);
    const numbers = [
        ...named.clauses,
        ...(sheet.trust_plays ? named.trust : []),
        ...(sheet.spec.contractor ? named.contractor : []),
    ];
    return numbers.flatMap((number) => known.get(number) ?? []).filter((clause) => isPlayed(clause, sheet));
}

/** Selects the clauses of an edition that apply to a table, and those of a page of the aid. */
import type { EditionRules, RuleClause, RuleSection, TableSheet } from '../protocol/api';

/** Clauses by number. */
export function clausesOf(rules: EditionRules): Map<string, RuleClause> {
    return new Map(rules.sections.flatMap(({ clauses }) => clauses.map((clause) => [clause.number, clause] as const)));
}

/** True if a clause is played at a table. House rules may add clauses of another preset. */
export function isPlayed(clause: RuleClause, { spec }: TableSheet): boolean {
    if (clause.only.length === 0 || (spec.house_rules ?? []).length > 0) return true;
    return clause.only.includes(spec.preset) || clause.only.includes(spec.board);
}

/** Clauses of a phase at a table, in reading order. */
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

const TWO = 2;

/** The document without clauses that do not apply to this table. */
export function sectionsOf(rules: EditionRules, sheet: TableSheet): RuleSection[] {
    const trust = new Set(rules.phases.flatMap((phase) => phase.trust));
    const contractor = new Set(rules.phases.flatMap((phase) => phase.contractor));
    return rules.sections
        .filter(({ clauses }) => sheet.spec.seats === TWO || !clauses.some(({ number }) => trust.has(number)))
        .map((section) => ({
            ...section,
            clauses: section.clauses.filter(
                (clause) =>
                    isPlayed(clause, sheet) &&
                    (sheet.trust_plays || !trust.has(clause.number)) &&
                    (sheet.spec.contractor || !contractor.has(clause.number)),
            ),
        }))
        .filter(({ clauses }) => clauses.length > 0);
}

"""The shortest plan that still fails: faults, tables and people are left out one by one."""

from collections.abc import Callable

from gridwright_lab.trials.simulation.plan import Plan

Fails = Callable[[Plan], bool]


def minimise(plan: Plan, fails: Fails) -> Plan:
    """A plan from which nothing can be left out without losing the failure."""
    while True:
        for smaller in plan.smaller():
            if fails(smaller):
                plan = smaller
                break
        else:
            return plan

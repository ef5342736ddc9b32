"""Any sequence of legal actions keeps every law: a machine that plays, takes back and copies."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gridwright.content.table import TableSpec, build_game
from gridwright.engine import invariants
from gridwright.engine.codec import observation_values
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import Notation
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance.sampling.tables import list_tables

FAR_AHEAD = 400
"""Actions that bring a fresh table into the late game, where the rare rules live."""


class TableMachine(RuleBasedStateMachine):
    """One table. Hypothesis chooses the table, how far it is, and every action after that."""

    @initialize(
        spec=st.deferred(lambda: st.sampled_from(list_tables())),
        seed=st.integers(0, 10_000),
        ahead=st.integers(0, FAR_AHEAD),
    )
    def begin(self, spec: TableSpec, seed: int, ahead: int) -> None:
        self.game = build_game(spec)
        self.notation = Notation(self.game.rules)
        self.history = History(self.game)
        dice = Dice(seed)
        for _turn in range(ahead):
            offers = self.game.offers(self.history.state)
            if not offers:
                break
            self.history.play(offers[dice.below(len(offers))].sample(dice))
        viewers = (0, self.game.rules.n_seats - 1, SPECTATOR)
        self.views: list[Observation] = [
            observe(self.game, self.history.state, viewer) for viewer in viewers
        ]

    def is_running(self) -> bool:
        return not self.game.is_over(self.history.state)

    def play(self, action: Action) -> None:
        for event in self.history.play_watched(action):
            for view in self.views:
                event.fold(self.game.rules, view)

    @precondition(is_running)
    @rule(choice=st.integers(0, 1_000_000))
    def act(self, choice: int) -> None:
        actions = self.game.legal(self.history.state)
        assert actions, "a seat can always act"
        assert actions == sorted(set(actions))
        action = actions[choice % len(actions)]
        assert self.notation.parse(self.notation.text(action)) == action
        self.play(action)

    @precondition(is_running)
    @rule(seed=st.integers(0, 1_000_000))
    def act_inside_a_range(self, seed: int) -> None:
        dice = Dice(seed)
        offers = self.game.offers(self.history.state)
        self.play(offers[dice.below(len(offers))].sample(dice))

    @precondition(lambda self: self.history.state.takebacks > 0)
    @rule()
    def take_back(self) -> None:
        self.play(TakeBack(self.history.state.actor))

    @precondition(lambda self: self.is_running() and self.history.state.takebacks == 0)
    @rule()
    def nothing_to_take_back(self) -> None:
        before = digest(self.history.state)
        refused = ""
        try:
            self.history.play(TakeBack(self.history.state.actor))
        except IllegalAction as refusal:
            refused = refusal.code
        assert refused == "nothing_to_undo"
        assert digest(self.history.state) == before

    @precondition(is_running)
    @rule(choice=st.integers(0, 1_000_000))
    def a_step_leaves_its_position_alone(self, choice: int) -> None:
        state = self.history.state
        before = digest(state)
        actions = self.game.legal(state)
        after, _events = self.game.step(state, actions[choice % len(actions)])
        assert digest(state) == before
        invariants.check(self.game, after)

    @precondition(lambda self: not self.is_running())
    @rule()
    def no_one_acts_after_the_end(self) -> None:
        assert self.game.offers(self.history.state) == []
        refused = ""
        try:
            self.history.play(PassAuction(0))
        except IllegalAction as refusal:
            refused = refusal.code
        assert refused == "game_over"

    @invariant()
    def the_position_is_sound(self) -> None:
        invariants.check(self.game, self.history.state)

    @invariant()
    def events_keep_every_view_up_to_date(self) -> None:
        for view in self.views:
            fresh = observe(self.game, self.history.state, view.viewer)
            assert observation_values(view) == observation_values(fresh)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=150,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

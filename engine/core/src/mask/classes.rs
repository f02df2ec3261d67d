//! Finds the classes of tokens that fit at a node of a plan.
//!
//! A class fits at once if what its lexeme can become is among the content that can follow. That depends on the node and
//! on this content alone, which is equal at many positions, in whatever text (see
//! [`crate::mask::plan::SettledClasses`]).

use std::cell::OnceCell;

use crate::base::sets::{TermSet, rows_intersect};
use crate::charts::earley::ChartId;
use crate::grammar::Grammar;
use crate::grammar::feed;
use crate::layout::place::LayoutState;
use crate::layout::quotes::Quoting;
use crate::lexer::NO_SET;
use crate::lexer::ids::TermSetId;
use crate::mask::compute::{Level, MaskPass};
use crate::mask::named_part::Only;
use crate::mask::plan::{Class, Following, Plan};
use crate::quotient::State;
use crate::quotient::state::ParserSpot;
use crate::vocab::sets::{add_all, set_bit};

/// Number of classes of a node from which on they are put together.
const MANY: usize = 8;

/// What can follow at a position.
pub(super) struct Front {
    following: Following,
    /// The chart, if an exit with a terminal can follow it.
    before_exits: Option<ChartId>,
    /// The terminals of these exits.
    of_exits: OnceCell<TermSet>,
}

/// A whole lexeme before a tail, and the state after it; none if it cannot stand.
struct Ended {
    last: TermSetId,
    after: Option<State>,
}

impl MaskPass<'_> {
    /// Adds the tokens that end in the lexeme after a node, or only those in a part of the plan.
    pub(super) fn take(
        &mut self,
        (number, plan, only): (u32, &Plan, Option<Only<'_>>),
        node: usize,
        level: &mut Level,
        pending: Option<&State>,
        mask: &mut [u64],
    ) {
        let (classes, special) = (plan.numbers_of_classes(node), plan.special(node));
        let reads_freely = !self.names.assumes_unknown() && !self.names.are_owed;
        if classes.len() >= MANY && only.is_none() && reads_freely {
            self.take_many((number, plan, node), level, pending, mask);
        } else {
            let is_wanted = |class: &usize| only.is_none_or(|only| only.has_class(*class));
            self.take_fitting(
                classes.filter(is_wanted).map(|class| plan.class(class)),
                None,
                (level, pending),
                mask,
            );
        }
        if !special.is_empty() {
            let state = pending.cloned().unwrap_or_else(|| self.at(level.spot));
            for &rest in special {
                self.walk(&state, rest, mask);
            }
        }
    }

    /// Returns whether the lexeme of a node without children can stand, and all tokens behind it end in something that is
    /// ignored wherever it stands. They fit then, whatever the chart after the lexeme is, which need not be made.
    pub(super) fn ends_in_gaps(
        &mut self,
        level: &Level,
        (plan, node): (&Plan, usize),
        quoting: Quoting,
    ) -> bool {
        let (grammar, next) = (self.grammar, &plan.nodes[node]);
        let ParserSpot { chart, place, .. } = level.spot;
        let is_gap = |class: Class<'_>| class.tail.is_empty() && self.quotient.may_be_gap(class.lexer);
        let is_plain = grammar.layout.lines.is_none() && grammar.name_rules.is_none();
        if !is_plain || !plan.special(node).is_empty() || !plan.classes(node).all(is_gap) {
            return false;
        }
        let has_role = grammar.layout.conditions.role_without_names(next.set).is_some();
        let stands = self.quotient.takes(chart).intersects(grammar.lexer.set(next.set));
        if has_role || !stands || grammar.is_ignored_set(next.set) {
            return false;
        }
        let Some(modes) = feed::modes_whatever_follows(self.quotient, grammar, place.modes, next.set) else {
            return false;
        };
        let quotes = if self.ignores_quotes { 0 } else { self.quotient.modes.quotes(modes) };
        let place = LayoutState { modes, ..place };
        let goes_on = |class: Class<'_>| self.quotient.is_gap_at(place, class.lexer);
        next.lexer == Some(self.quotient.modes.start(modes))
            && quotes == quoting.quotes
            && plan.classes(node).all(goes_on)
    }

    /// Adds the tokens of a node with many classes.
    fn take_many(
        &mut self,
        place: (u32, &Plan, usize),
        level: &mut Level,
        pending: Option<&State>,
        mask: &mut [u64],
    ) {
        let front = self.front(level);
        let (grammar, tables): (&Grammar, _) = (self.grammar, &mut *self.tables);
        let settled = tables.settled.of((grammar, &tables.sets), place, front.following, mask.len());
        let (_, plan, node) = place;
        let Some(settled) = settled else {
            let classes = plan.classes(node);
            return self.take_fitting(classes, Some(front), (level, pending), mask);
        };
        settled.few.iter().for_each(|&token| set_bit(mask, token));
        if let Some(many) = &settled.many {
            add_all(mask, many);
        }
        let at_exits = front.before_exits.map_or(&[][..], |_| &settled.at_exits);
        let classes = settled.open.iter().chain(at_exits).map(|&class| plan.class(class as usize));
        self.take_fitting(classes, Some(front), (level, pending), mask);
    }

    /// Adds the tokens of those classes that fit; `front` is what can follow, if that is known.
    fn take_fitting<'a>(
        &mut self,
        classes: impl Iterator<Item = Class<'a>>,
        mut front: Option<Front>,
        (level, pending): (&mut Level, Option<&State>),
        mask: &mut [u64],
    ) {
        let mut ended = None;
        for class in classes {
            if self.fits(&class, (&mut front, &mut ended), level, pending) {
                self.tables.sets.add(class.tokens, mask);
            }
        }
    }

    fn front(&mut self, level: &mut Level) -> Front {
        let nothing = TermSet::default();
        let Some((chart, _)) = self.opened(level) else {
            let following = Following { allowed: nothing, content: nothing };
            return Front { following, before_exits: None, of_exits: OnceCell::new() };
        };
        let allowed = self.grammar.content.minus(&self.quotient.refused_at(level.spot.place));
        let exits = &self.quotient.exits;
        let has_exits = rows_intersect(self.quotient.exits_after(chart), exits.with_terminal());
        let content = self.quotient.takes(chart).and(&allowed);
        let following = Following { allowed, content };
        Front { following, before_exits: has_exits.then_some(chart), of_exits: OnceCell::new() }
    }

    /// Returns whether the tokens of a class keep the middle viable. If a lexeme is pending at the position, `pending`
    /// is the state in it. `front` is what can follow there, and `ended` the last lexeme before a tail, once they were needed.
    fn fits(
        &mut self,
        class: &Class<'_>,
        (front, ended): (&mut Option<Front>, &mut Option<Ended>),
        level: &mut Level,
        pending: Option<&State>,
    ) -> bool {
        let spot = level.spot;
        let all = self.grammar.lexer.reachable(class.lexer);
        let mut possible = *all;
        if self.names.are_owed && class.last != NO_SET && self.quotient.closes(class.last) {
            return false;
        }
        let may_read = !self.names.assumes_unknown();
        if !may_read {
            possible = self.quotient.without_unknown(possible, spot.chart, spot.place, self.names);
        }
        if front.is_none() && possible.intersects(&self.grammar.content) {
            *front = Some(self.front(level));
        }
        let front = front.as_ref();
        if front.is_some_and(|front| possible.intersects(&front.following.content)) {
            return true;
        }
        if class.tail.is_empty() {
            let can_end = |front: &&Front| possible.intersects(&front.following.allowed);
            let exits = front.filter(can_end).and_then(|front| Some((front.before_exits?, &front.of_exits)));
            let exits = exits.filter(|&(chart, terms)| {
                all.intersects(terms.get_or_init(|| self.quotient.terms_of_exits(chart)))
            });
            return exits.is_some_and(|(chart, _)| self.quotient.leads_to_exit(class.lexer, chart, may_read))
                || self.quotient.may_be_ignored(spot, class.lexer, &possible);
        }
        let mut state = pending.cloned().unwrap_or_else(|| self.at(spot));
        state.pend(class.lexer, class.last, class.tail);
        if self.quotient.is_viable_in_lexeme(&state) {
            return true;
        }
        if class.last == NO_SET {
            return false;
        }
        // Many classes differ in the tail alone.
        let known = ended.take().filter(|ended| ended.last == class.last);
        let find = || Ended { last: class.last, after: self.quotient.before_tail(&state) };
        let Ended { after, .. } = ended.insert(known.unwrap_or_else(find));
        after.as_ref().is_some_and(|before| self.quotient.is_viable_with_tail(&state, before))
    }
}

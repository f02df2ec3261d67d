//! Mistakes with names that are known: see [`mistakes`](crate::names::lines::mistakes) and
//! [`declarations`](crate::names::declarations).

use crate::grammar::Grammar;
use crate::layout::columns::Column;
use crate::names::cursor::NameFilter;
use crate::names::declarations::Declarations;
use crate::names::lines::line::{Line, Partial};
use crate::names::lines::mistakes::Verdict;
use crate::names::middle::read_lines;
use crate::names::symbols::Symbol;
use crate::names::trail::TrailId;

/// The names that matter at a position because they may not be bound, or declared, once more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wary {
    /// None.
    Nothing,
    /// These, wherever they end; and others in assignment expressions, which matter without a name of their own only
    /// `after_variable`.
    Names { names: Vec<Vec<u8>>, in_assignments: bool, after_variable: bool },
    /// Any, or what stands between names.
    All,
}

/// The lines of a middle up to a position: those that are whole, and the beginning of the next one.
struct Lines {
    whole: Vec<Line>,
    partial: Partial,
}

impl NameFilter {
    /// Returns whether a middle up to a position may have a mistake, whatever follows.
    pub fn is_wary(&self, trail: TrailId) -> bool {
        let declaring = &self.around.declaring;
        self.trails.may_err(trail) || declaring.own_may_err || !declaring.later.is_empty()
    }

    /// Returns whether a middle up to a position has a mistake, whatever follows.
    pub fn is_mistaken(&mut self, grammar: &Grammar, trail: TrailId) -> bool {
        if !self.is_wary(trail) {
            return false;
        }
        if let Some(&known) = self.mistaken.get(&trail) {
            return known;
        }
        let lines = self.lines_so_far(grammar, trail, false);
        let is_mistaken = lines.whole.iter().any(Line::is_mistaken)
            || lines.partial.line.is_mistaken()
            || self.declares_mistaken(&lines);
        self.mistaken.insert(trail, is_mistaken);
        is_mistaken
    }

    /// Returns whether there is a mistake if a middle ends at a position.
    pub fn is_mistaken_as_whole(&mut self, grammar: &Grammar, trail: TrailId) -> bool {
        if !self.is_wary(trail) && !self.around.declaring.others_may_err {
            return false;
        }
        let lines = self.lines_so_far(grammar, trail, true);
        if lines.whole.iter().any(Line::is_mistaken) {
            return true;
        }
        let mut declarations = self.declarations();
        lines.whole.iter().for_each(|line| declarations.push(line));
        let after = &self.around.after[..self.around.declaring.after];
        after.iter().filter_map(|(_, entry)| entry.line()).for_each(|line| declarations.push(line));
        declarations.is_mistaken_at_end()
    }

    /// Returns the names that matter at a position in a line at a column. `is_declaration` says that a name which is
    /// declared follows, and `last` is the text that is pending.
    pub fn wary(
        &mut self,
        grammar: &Grammar,
        (trail, column): (TrailId, Option<Column>),
        is_declaration: bool,
        last: &[u8],
    ) -> Wary {
        if is_declaration {
            return Wary::All;
        }
        let declaring = &self.around.declaring;
        if !self.is_wary(trail) && !declaring.own_repeats && !self.trails.repeats(trail) {
            return Wary::Nothing;
        }
        let spot = self.spot(grammar, trail, column);
        let bound = spot.partial.line.bound.as_deref();
        if bound.is_some_and(|bound| bound.verdict == Verdict::Unsure) {
            return Wary::All;
        }
        let bound_names = bound.map_or(&[][..], |bound| &bound.names);
        let declared = self.declared_so_far(grammar, trail);
        let mut names = self.texts(bound_names.iter().chain(&self.around.declaring.later).chain(&declared));
        let variables = self.texts(bound.map_or(&[][..], |bound| &bound.variables));
        let before = self.trails.last_word(trail).unwrap_or_default();
        let is_last = |name: &Vec<u8>| name == last || name == before;
        let line = &spot.partial.line;
        let is_used = |name| line.parts().any(|part| part.binds.contains(name) || part.reads.contains(name));
        if names.iter().any(is_last) || self.around.declaring.later.iter().any(is_used) {
            return Wary::All;
        }
        if !last.is_empty() && bound.is_some_and(|bound| bound.in_pattern) {
            names.push(last.to_vec());
        }
        if names.is_empty() && variables.is_empty() {
            return Wary::Nothing;
        }
        let after_variable = variables.iter().any(is_last);
        Wary::Names { names, in_assignments: !variables.is_empty(), after_variable }
    }

    /// Returns the names that a middle declares up to a position, and its first line before it.
    fn declared_so_far(&self, grammar: &Grammar, trail: TrailId) -> Vec<Symbol> {
        if !self.is_wary(trail) {
            return Vec::new();
        }
        let lines = self.lines_so_far(grammar, trail, false);
        let all = lines.whole.iter().chain([&lines.partial.line]).flat_map(Line::parts);
        all.flat_map(Line::declared).collect()
    }

    fn texts<'a>(&self, names: impl IntoIterator<Item = &'a Symbol>) -> Vec<Vec<u8>> {
        let tables = self.tables();
        names.into_iter().map(|&name| tables.symbols.text(name).to_vec()).collect()
    }

    /// Returns the scopes before the line of the cursor.
    fn declarations(&self) -> Declarations<'_> {
        let declaring = &self.around.declaring;
        let mut declarations = Declarations::new(self.around.environment.bound_in_file());
        declaring.before.iter().for_each(|line| declarations.push(line));
        declarations.is_mistaken = false;
        declarations
    }

    /// Returns whether a middle uses or declares a name in a way that remains a mistake.
    fn declares_mistaken(&self, lines: &Lines) -> bool {
        let declaring = &self.around.declaring;
        let declares = |line: &Line| line.parts().any(|part| !part.declares.is_empty());
        if declaring.later.is_empty() && !lines.whole.iter().any(declares) && !declares(&lines.partial.line) {
            return false;
        }
        let mut declarations = self.declarations();
        if !declaring.later.is_empty() {
            declarations.forbid(declaring.column, declaring.later.iter().copied());
        }
        let mut parts: Vec<&Line> = lines.whole.iter().flat_map(Line::parts).collect();
        parts.extend(lines.partial.line.parts());
        let last = parts.pop();
        for part in parts {
            declarations.leave(part.column.col);
            if self.wants_unbound(part, &declarations) {
                return true;
            }
            declarations.push_part(part);
        }
        let Some(part) = last else { return declarations.is_mistaken };
        declarations.leave(part.column.col);
        declarations.use_certain(&lines.partial.uses);
        if part.declares.iter().any(|declared| part.uses_before(declared))
            || self.wants_unbound(part, &declarations)
        {
            return true;
        }
        part.declares.iter().for_each(|declared| declarations.declare(declared));
        declarations.annotate(&part.annotates);
        declarations.is_mistaken
    }

    /// Returns whether a line declares a name to belong to a function around, of which none binds it.
    fn wants_unbound(&self, line: &Line, around: &Declarations) -> bool {
        let later = |name| self.around.environment.binds_later_in_function(name);
        let mut nearest = line.declares.iter().filter(|declared| declared.is_nearest);
        nearest.any(|one| !around.is_bound_around(one.symbol) && !later(one.symbol))
    }

    /// Reads the lines of a middle up to a position. If it `is_whole`, the rest of the cursor's line follows.
    fn lines_so_far(&self, grammar: &Grammar, trail: TrailId, is_whole: bool) -> Lines {
        let mut tables = self.tables();
        let (text, _) = self.text_so_far(&mut tables, trail, is_whole);
        let mut whole = Vec::new();
        let last = read_lines(grammar, &mut tables, (&text, 0), |_, line| whole.push(line));
        Lines { whole, partial: last.partial }
    }
}

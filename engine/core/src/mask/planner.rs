//! Makes plans (see [`crate::mask::plan`]) by one walk over the trie of tokens, which skips subtrees whose
//! bytes leave the lexer's state as it is.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::byte_sets::Groups;
use crate::base::interner::Numbers;
use crate::grammar::Grammar;
use crate::layout::LogicalLines;
use crate::layout::quotes::{self, Quoting};
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::self_loops::SelfLoops;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::plan::{Node, Origin, Plan, Remainder, Scope};
use crate::mask::reach::{InTail, Reach, may_be_elsewhere, start_after};
use crate::vocab::sets::BitSets;
use crate::vocab::trie::{TokenSubtree, TokenTrie};

type Tail = SmallVec<[u8; 12]>;

/// Number of bytes in a tail above which tokens are special.
const LONG_TAIL: usize = 64;

/// Returns whether a byte begins a character of several bytes.
fn is_first_byte(byte: u8) -> bool {
    (0xc2..=0xf4).contains(&byte)
}

/// A node under construction.
#[derive(Default)]
struct Draft {
    set: TermSetId,
    first_byte: u8,
    lexer: Option<LexState>,
    opens_line: bool,
    is_pending: bool,
    /// The draft after the latest line end, if only blanks, comments and line ends stand since: a further line end leads
    /// back to it, since what stood in the lines between does not matter.
    line: Option<u32>,
    children: Vec<u32>,
    classes: Vec<(ClassKey, Vec<(u32, u32)>)>,
    special: Vec<Remainder>,
    rests: Vec<Remainder>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ClassKey {
    lexer: LexState,
    last: TermSetId,
    tail: Tail,
}

/// The position of the lexer in a token.
#[derive(Clone, Copy)]
struct Cursor {
    draft: u32,
    /// Number of bytes before the pending lexeme.
    begin: u32,
    reach: Reach,
}

/// The construction of one plan.
pub struct Planner<'a> {
    grammar: &'a Grammar,
    trie: &'a TokenTrie,
    loops: &'a SelfLoops,
    drafts: Vec<Draft>,
    /// The number of each edge's draft. The first draft belongs to no edge.
    edges: Numbers<(u32, TermSetId, u8)>,
    classes: FxHashMap<(u32, u32, Tail), u32>,
    /// The class that was used last, if it has no tail: usually the next one is equal.
    latest: Option<((u32, LexState, TermSetId), u32)>,
    /// Per position in a tail, the tail's first byte if it matters, and whether a quoting may matter: the tail that
    /// represents all equivalent ones.
    tails: FxHashMap<(InTail, u8, bool), Tail>,
    quoting: Quoting,
    /// The bytes up to the current node.
    path: Vec<u8>,
}

impl<'a> Planner<'a> {
    /// Returns a planner for a language and a vocabulary.
    pub fn new(grammar: &'a Grammar, trie: &'a TokenTrie, loops: &'a SelfLoops) -> Self {
        Self {
            grammar,
            trie,
            loops,
            drafts: Vec::new(),
            edges: Numbers::from(1),
            classes: FxHashMap::default(),
            latest: None,
            tails: FxHashMap::default(),
            quoting: Quoting::NONE,
            path: Vec::new(),
        }
    }

    /// Returns the plan of some tokens, whose large sets are added to `sets`.
    pub fn plan(mut self, origin: Origin, scope: Scope<'_>, sets: &mut BitSets) -> Plan {
        let Origin { lexer, start, is_pending, opens_line, quoting } = origin;
        self.quoting = quoting;
        self.drafts.push(Draft { lexer: Some(start), opens_line, is_pending, ..Draft::default() });
        let (grammar, trie) = (self.grammar, self.trie);
        let root = |from| {
            let reach = Reach::at(grammar, lexer, from);
            Cursor { draft: 0, begin: from, reach }
        };
        let goes_on = |byte: u8| grammar.lexer.step(lexer, byte) != DEAD;
        match scope {
            Scope::All => {
                let nodes = trie.roots().filter(|&node| goes_on(trie.byte(node)));
                nodes.for_each(|node| self.walk(node, root(0)));
            }
            Scope::Pieces(pieces) => {
                for node in trie.roots().filter(|&node| goes_on(trie.byte(node))) {
                    let [begin, end] = [node, trie.skip(node)]
                        .map(|bound| pieces.partition_point(|piece| piece.node < bound));
                    let mut way = vec![root(0)];
                    pieces[begin..end].iter().for_each(|&piece| self.add_piece(piece, &mut way));
                }
            }
            Scope::Rests(rests) => rests.iter().for_each(|&rest| self.enter(rest, root(rest.from))),
        }
        let mut plan = self.finish(sets);
        if let Scope::Pieces(pieces) = scope {
            let parts = pieces.iter().map(|piece| trie.tokens(piece.ranks(trie)));
            plan.push_class((DEAD, NO_SET, &[]), parts, (sets, trie.len()));
        }
        plan.shrink();
        plan
    }

    /// Adds the tokens of a piece; `way` holds the cursors after the first bytes of the path of the piece before it, in whose
    /// subtree this one may lie.
    fn add_piece(&mut self, piece: TokenSubtree, way: &mut Vec<Cursor>) {
        let TokenSubtree { node, is_whole } = piece;
        let path = self.trie.path(node);
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.path.clear();
        self.path.extend(path);
        let own = path.len() - usize::from(is_whole);
        way.truncate(shared.min(own) + 1);
        let mut cursor = way[way.len() - 1];
        for length in way.len()..=own {
            let Some(after) = self.step(cursor, length, node) else { return };
            cursor = after;
            // Behind a lexeme, what is noted of a piece depends on its node.
            if cursor.draft == 0 && way.len() == length {
                way.push(cursor);
            }
        }
        if is_whole {
            self.path.pop();
            self.walk(node, cursor);
        } else {
            self.end(cursor, self.trie.own(node));
        }
    }

    /// Continues with the tokens below a node, from byte `rest.from` on.
    fn enter(&mut self, rest: Remainder, cursor: Cursor) {
        self.path.clear();
        self.path.extend(self.trie.path(rest.node));
        self.path.pop();
        if let Some(cursor) = self.read(cursor, rest.from, rest.node) {
            self.walk(rest.node, cursor);
        }
    }

    /// Reads the path from byte `from` on, as the beginning of the tokens of `node`.
    fn read(&mut self, mut cursor: Cursor, from: u32, node: u32) -> Option<Cursor> {
        for length in from as usize + 1..=self.path.len() {
            cursor = self.step(cursor, length, node)?;
        }
        Some(cursor)
    }

    /// Reads a node's subtree; `cursor` is before the node's byte.
    fn walk(&mut self, top: u32, cursor: Cursor) {
        let trie = self.trie;
        let above = trie.depth(top) - 1;
        let mut cursors = vec![cursor];
        let mut node = top;
        while node < trie.skip(top) {
            let depth = trie.depth(node);
            cursors.truncate(depth - above);
            let cursor = cursors[depth - above - 1];
            self.path.truncate(depth - 1);
            let (own, inside) = (Groups::of(trie.byte(node)), trie.inside(node));
            if is_first_byte(trie.byte(node)) && self.stays(cursor, own.or(inside)) {
                self.end_all(cursor, node, own);
                node = trie.skip(node);
                continue;
            }
            self.path.push(trie.byte(node));
            let Some(cursor) = self.step(cursor, self.path.len(), node) else {
                node = trie.skip(node);
                continue;
            };
            if self.stays(cursor, inside) {
                self.end_all(cursor, node, inside);
                node = trie.skip(node);
            } else {
                self.end(cursor, trie.own(node));
                cursors.push(cursor);
                node += 1;
            }
        }
    }

    /// Returns whether all whole characters of these bytes leave the lexer in its state.
    fn stays(&self, cursor: Cursor, bytes: Groups) -> bool {
        let lexer = &self.grammar.lexer;
        let stays = |state| !lexer.is_conditional(state) && self.loops.stays(lexer, state, bytes);
        (self.quoting.quotes == 0 || !quotes::may_matter(bytes))
            && stays(cursor.reach.lexer)
            && (cursor.reach.is_settled(self.grammar)
                || self.in_tail(cursor).is_some_and(|own| own.states().all(stays)))
    }

    /// Returns the position of the lexer in the tail of the pending lexeme, if the tail is one lexeme.
    fn in_tail(&self, cursor: Cursor) -> Option<InTail> {
        let Reach { last, whole, .. } = cursor.reach;
        let start = self.drafts[cursor.draft as usize].lexer;
        InTail::new(self.grammar, start, last, &self.path[whole as usize..])
    }

    /// Returns the tail of the pending lexeme, or an equivalent one that represents it.
    fn tail(&mut self, cursor: Cursor) -> Tail {
        let Reach { last, whole, .. } = cursor.reach;
        let tail = if last == NO_SET { &[] } else { &self.path[whole as usize..] };
        let Some(&first_byte) = tail.first() else { return Tail::new() };
        let Some(own) = self.in_tail(cursor) else { return tail.into() };
        let (lexer, ignored) = (&self.grammar.lexer, &self.grammar.ignored);
        let may_be_ignored = own.states().any(|state| lexer.reachable(state).intersects(ignored));
        // Where a quoting may matter, tails that it never refuses have none of its signs.
        let is_quotable =
            self.grammar.layout.modes.has_quoting() && tail.iter().any(|&byte| quotes::matters(byte));
        let first_byte = if may_be_ignored { first_byte } else { 0 };
        self.tails.entry((own, first_byte, is_quotable)).or_insert_with(|| tail.into()).clone()
    }

    /// Ends all tokens in a subtree at the cursor; those that do not consist of whole characters are read on.
    fn end_all(&mut self, cursor: Cursor, node: u32, bytes: Groups) {
        let (mut first, after) = self.trie.all(node);
        if bytes.without(Groups::BEYOND_ASCII) == bytes {
            self.end_whole(cursor, (first, after));
            return;
        }
        let length = self.path.len();
        for &(rank, broken) in self.trie.broken(node) {
            self.end_whole(cursor, (first, rank));
            first = rank + 1;
            self.path.extend(&self.trie.path(broken)[length..]);
            if let Some(cursor) = self.read(cursor, length as u32, broken) {
                self.end(cursor, (rank, rank + 1));
            }
            self.path.truncate(length);
        }
        self.end_whole(cursor, (first, after));
    }

    fn end_whole(&mut self, cursor: Cursor, ranks: (u32, u32)) {
        let mut reach = cursor.reach;
        if self.grammar.lexer.accept(reach.lexer) != NO_SET {
            reach.whole = self.path.len() as u32;
        }
        self.end(Cursor { reach, ..cursor }, ranks);
    }

    fn end(&mut self, cursor: Cursor, ranks: (u32, u32)) {
        if ranks.0 == ranks.1 {
            return;
        }
        let Cursor { draft, reach: Reach { mut lexer, last, .. }, .. } = cursor;
        if last == NO_SET {
            lexer = self.grammar.characters().alike(lexer);
        }
        let tail = self.tail(cursor);
        let classes = &mut self.drafts[draft as usize].classes;
        let plain = tail.is_empty().then_some((draft, lexer, last));
        if let Some((latest, number)) = self.latest
            && plain == Some(latest)
        {
            classes[number as usize].1.push(ranks);
            return;
        }
        let key = (draft, u32::from(lexer) << 16 | u32::from(last), tail);
        let number = *self.classes.entry(key).or_insert_with_key(|(_, _, tail)| {
            classes.push((ClassKey { lexer, last, tail: tail.clone() }, Vec::new()));
            classes.len() as u32 - 1
        });
        classes[number as usize].1.push(ranks);
        self.latest = plain.map(|plain| (plain, number));
    }

    /// Reads the last byte of the first `length` bytes on the path to `node`, or returns none if nothing more
    /// can be found out about the tokens there.
    fn step(&mut self, cursor: Cursor, length: usize, node: u32) -> Option<Cursor> {
        let settled = cursor.reach.settled(self.grammar, &self.path[..length]);
        let cursor = Cursor { reach: settled, ..cursor };
        let (grammar, draft, Reach { last, whole, .. }) = (self.grammar, cursor.draft, cursor.reach);
        let start = self.drafts[draft as usize].lexer?;
        let Some(reach) = cursor.reach.after(grammar, start, &self.path[..length]) else {
            if last != NO_SET && length - whole as usize > LONG_TAIL {
                self.make_special(cursor, node);
                return None;
            }
            let mut after = self.end_lexeme(cursor, node)?;
            for length in after.begin as usize + 1..=length {
                after = self.step(after, length, node)?;
            }
            return Some(after);
        };
        // What is counted depends on the bytes of the lexeme, some of which may be pending.
        let is_counted = grammar.begins_count(grammar.lexer.accept(reach.lexer));
        if is_counted || grammar.names.is_in_name(reach.lexer) {
            self.make_special(cursor, node);
            return None;
        }
        let is_allowed = self.quoting.quotes == 0 || self.is_allowed(&self.path[..length], reach.lexer);
        is_allowed.then_some(Cursor { reach, ..cursor })
    }

    fn make_special(&mut self, cursor: Cursor, node: u32) {
        let rest = Remainder { node, from: cursor.begin };
        self.drafts[cursor.draft as usize].special.push(rest);
    }

    /// Returns whether the quoting allows the last byte of a path, which leads the lexer to a state.
    fn is_allowed(&self, path: &[u8], state: LexState) -> bool {
        let lines = self.grammar.layout.lines.as_ref();
        let is_comment =
            lines.is_some_and(|lines| self.grammar.lexer.reachable(state).contains(lines.comment));
        !is_comment && self.quoting.allows(path)
    }

    /// Ends the pending lexeme at its last whole end.
    fn end_lexeme(&mut self, cursor: Cursor, node: u32) -> Option<Cursor> {
        let Reach { last, whole, .. } = cursor.reach;
        if last == NO_SET || !self.grammar.can_stand(last) {
            return None;
        }
        let draft = self.edge(cursor);
        let Draft { lexer, .. } = self.drafts[draft as usize];
        if draft != cursor.draft && may_be_elsewhere(self.grammar, last) {
            let rest = Remainder { node, from: whole };
            self.drafts[draft as usize].rests.push(rest);
        }
        let reach = Reach { lexer: lexer?, last: NO_SET, whole: 0 };
        Some(Cursor { draft, begin: whole, reach })
    }

    /// Returns the draft after a lexeme, which is the cursor's own if the lexeme changes nothing.
    fn edge(&mut self, cursor: Cursor) -> u32 {
        let set = cursor.reach.last;
        let from = &self.drafts[cursor.draft as usize];
        let (is_ignored, ends_line) = (self.grammar.is_ignored_set(set), self.grammar.ends_line(set));
        if !from.is_pending && !from.opens_line && !ends_line && self.changes_nothing(set) {
            return cursor.draft;
        }
        if let Some(line) = from.line.filter(|_| ends_line) {
            return line;
        }
        let matters =
            is_ignored || self.grammar.lexer.set(set).intersects(&self.grammar.layout.modes.compared);
        let first_byte = if matters && !from.is_pending { self.path[cursor.begin as usize] } else { 0 };
        let (number, is_new) = self.edges.of((cursor.draft, set, first_byte));
        if is_new {
            let opens_line = ends_line || (is_ignored && from.opens_line);
            let lexer = from.lexer.and_then(|start| start_after(self.grammar, set, start));
            let line = if ends_line { Some(number) } else { from.line.filter(|_| self.is_mere_gap(set)) };
            self.drafts.push(Draft { set, first_byte, lexer, opens_line, line, ..Draft::default() });
            self.drafts[cursor.draft as usize].children.push(number);
        }
        number
    }

    /// Returns whether a lexeme within a line leaves the state as it is.
    fn changes_nothing(&self, set: TermSetId) -> bool {
        let lines = self.grammar.layout.lines.as_ref();
        let is_mark = lines.is_some_and(|lines| lines.is_byte_order_mark(self.grammar.lexer.set(set)));
        self.grammar.is_ignored_set(set) && !is_mark
    }

    /// Returns whether a lexeme is a blank, a comment or a line end, which no place refuses.
    fn is_mere_gap(&self, set: TermSetId) -> bool {
        let terms = self.grammar.lexer.set(set);
        let is_odd = |lines: &LogicalLines| lines.joins(terms) || lines.is_byte_order_mark(terms);
        self.grammar.is_ignored_set(set) && !self.grammar.layout.lines.as_ref().is_none_or(is_odd)
    }

    /// Returns the drafts as a plan, in depth-first order.
    fn finish(&mut self, sets: &mut BitSets) -> Plan {
        let mut plan = Plan::default();
        let mut open: Vec<(u32, u32)> = vec![(0, 0)];
        let mut ends: Vec<(u32, usize)> = Vec::new();
        while let Some((number, depth)) = open.pop() {
            let draft = std::mem::take(&mut self.drafts[number as usize]);
            while ends.last().is_some_and(|&(other, _)| other >= depth)
                && let Some((_, node)) = ends.pop()
            {
                plan.nodes[node].skip = plan.nodes.len() as u32;
            }
            ends.push((depth, plan.nodes.len()));
            open.extend(draft.children.iter().rev().map(|&child| (child, depth + 1)));
            self.add(&mut plan, draft, depth, sets);
        }
        for (_, node) in ends {
            plan.nodes[node].skip = plan.nodes.len() as u32;
        }
        plan
    }

    fn add(&self, plan: &mut Plan, draft: Draft, depth: u32, sets: &mut BitSets) {
        let trie = self.trie;
        for (ClassKey { lexer, last, tail }, ranks) in draft.classes {
            let parts = ranks.iter().map(|&ranks| trie.tokens(ranks));
            plan.push_class((lexer, last, &tail), parts, (&mut *sets, trie.len()));
        }
        plan.all_special.extend(draft.special);
        plan.all_rests.extend(draft.rests);
        plan.nodes.push(Node {
            set: draft.set,
            first_byte: draft.first_byte,
            lexer: draft.lexer,
            depth,
            skip: 0,
            classes: plan.all_classes.len() as u32,
            special: plan.all_special.len() as u32,
            rests: plan.all_rests.len() as u32,
        });
    }
}

//! The token trie of a vocabulary: a flat list of nodes in depth-first order, in which a walk skips a subtree
//! in one step.
//!
//! Each token has a *rank*, its index among the tokens sorted by their bytes, so that the tokens of a subtree
//! are a range of ranks. Each node records which groups of bytes occur in its subtree: where the lexer's
//! state does not change on any of these, a walk does not need to visit the subtree. Tokens that do not
//! consist of whole UTF-8 characters are listed separately, since they can differ from the others even where
//! all whole characters have an equal effect.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::byte_sets::Groups;
use crate::base::interner::Numbers;
use crate::vocab::bytes::TokenBytes;

/// Number of tokens by which the fetching of token bytes runs ahead of their use.
const AHEAD: usize = 8;

/// A node of the trie: a prefix of tokens.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The prefix's last byte in the lowest 8 bits, its length in bytes in the [`DEPTH_BITS`] above, or the greatest number
    /// there if it is longer, and in the highest bits the number of its groups.
    place: u32,
    /// The rank of the first token with this prefix.
    first: u32,
    /// The first node after the subtree.
    skip: u32,
}

const DEPTH_BITS: u32 = 10;
/// The depth from which on depths are kept apart from the nodes.
const DEEP: u32 = (1 << DEPTH_BITS) - 1;
const GROUPS_SHIFT: u32 = 8 + DEPTH_BITS;
/// Greatest number of different sets of groups. A node with another one has that of all groups, which only means that a
/// walk visits its subtree.
const MAX_GROUPS: u32 = 1 << (32 - GROUPS_SHIFT);

/// The trie of a vocabulary's non-empty tokens.
pub struct TokenTrie {
    texts: Arc<TokenBytes>,
    /// The number of the token at each rank.
    order: Vec<u32>,
    nodes: Vec<Node>,
    /// The different sets of groups of the bytes that follow a prefix in the tokens of its subtree.
    groups: Vec<Groups>,
    /// The depths of the nodes from [`DEEP`] on.
    deep: FxHashMap<u32, u32>,
    /// The rank and node of each token that does not consist of whole characters.
    broken: Vec<(u32, u32)>,
    /// The result of [`Self::first_bytes`].
    first_bytes: Vec<(u8, u32)>,
}

/// Tokens of a trie: those that end at a node, or also all below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenSubtree {
    pub node: u32,
    pub is_whole: bool,
}

impl TokenSubtree {
    /// Returns the ranks of its tokens.
    pub fn ranks(self, trie: &TokenTrie) -> (u32, u32) {
        if self.is_whole { trie.all(self.node) } else { trie.own(self.node) }
    }
}

impl TokenTrie {
    /// Returns the trie of some tokens.
    pub fn new(texts: &Arc<TokenBytes>) -> Self {
        let order = texts.sorted();
        Self::grow(texts, order).0
    }

    /// Returns the trie of tokens whose numbers are sorted already; none if `order` is not the sorted list of
    /// the numbers of all non-empty tokens.
    pub fn of_sorted(texts: &Arc<TokenBytes>, order: Vec<u32>) -> Option<Self> {
        if !texts.are_all(&order) {
            return None;
        }
        let (trie, is_sorted) = Self::grow(texts, order);
        is_sorted.then_some(trie)
    }

    /// Returns the number of tokens, including empty ones.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there are no tokens, not even empty ones.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the length of the longest token, in bytes.
    pub fn longest(&self) -> usize {
        self.texts.longest()
    }

    /// Returns the numbers of the non-empty tokens, sorted by the tokens' bytes.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the trie of tokens in an order, and whether this order is sorted.
    fn grow(texts: &Arc<TokenBytes>, order: Vec<u32>) -> (Self, bool) {
        let mut grown = Grown::new(texts);
        let mut broken = Vec::new();
        let mut is_sorted = true;
        let mut before: (&[u8], u32) = (&[], 0);
        let tokens: Vec<&[u8]> = order.iter().map(|&number| texts.token(number)).collect();
        for (rank, (&number, &token)) in order.iter().zip(&tokens).enumerate() {
            // Neighbours in this order are far apart in memory, so a later token's bytes are fetched early.
            std::hint::black_box(tokens.get(rank + AHEAD).and_then(|token| token.first()));
            let shared = before.0.iter().zip(token).take_while(|(a, b)| a == b).count();
            is_sorted &= rank == 0 || (before.0.get(shared), before.1) < (token.get(shared), number);
            grown.close(before.0, shared);
            grown.open(token, shared, rank as u32);
            if !token.is_ascii() && std::str::from_utf8(token).is_err() {
                broken.push((rank as u32, grown.nodes.len() as u32 - 1));
            }
            before = (token, number);
        }
        grown.close(before.0, 0);
        let Grown { mut nodes, groups, deep, .. } = grown;
        nodes.push(Node { place: 0, first: order.len() as u32, skip: 0 });
        nodes.shrink_to_fit();
        let first_bytes = Vec::new();
        let mut trie = Self { texts: Arc::clone(texts), order, nodes, groups, deep, broken, first_bytes };
        trie.first_bytes = trie.count_first_bytes();
        (trie, is_sorted)
    }

    fn count_first_bytes(&self) -> Vec<(u8, u32)> {
        let count = |node| {
            let (first, after) = self.all(node);
            (self.byte(node), after - first)
        };
        let mut counts: Vec<(u8, u32)> = self.roots().map(count).collect();
        counts.sort_by_key(|&(_, tokens)| std::cmp::Reverse(tokens));
        counts
    }

    /// Returns the bytes with which tokens begin, those of the most tokens first, and the number of these.
    pub fn first_bytes(&self) -> &[(u8, u32)] {
        &self.first_bytes
    }

    /// Returns the number of the sentinel, which follows all nodes.
    pub fn end(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// Returns the last byte of a node's prefix.
    pub fn byte(&self, node: u32) -> u8 {
        self.nodes[node as usize].place as u8
    }

    /// Returns the length of a node's prefix, in bytes.
    #[inline]
    pub fn depth(&self, node: u32) -> usize {
        let depth = self.nodes[node as usize].place >> 8 & DEEP;
        if depth == DEEP { self.far_depth(node) } else { depth as usize }
    }

    #[cold]
    fn far_depth(&self, node: u32) -> usize {
        self.deep[&node] as usize
    }

    /// Returns the first node after a node's subtree.
    pub fn skip(&self, node: u32) -> u32 {
        self.nodes[node as usize].skip
    }

    /// Returns the range of ranks of the tokens that end at a node.
    pub fn own(&self, node: u32) -> (u32, u32) {
        (self.nodes[node as usize].first, self.nodes[node as usize + 1].first)
    }

    /// Returns the range of ranks of all tokens in a node's subtree.
    pub fn all(&self, node: u32) -> (u32, u32) {
        (self.nodes[node as usize].first, self.end_of(node))
    }

    fn end_of(&self, node: u32) -> u32 {
        self.nodes[self.skip(node) as usize].first
    }

    /// Returns a node's prefix.
    pub fn path(&self, node: u32) -> &[u8] {
        &self.texts.token(self.order[self.nodes[node as usize].first as usize])[..self.depth(node)]
    }

    /// Returns the groups of the bytes that follow a node's prefix in its subtree.
    pub fn inside(&self, node: u32) -> Groups {
        self.groups[(self.nodes[node as usize].place >> GROUPS_SHIFT) as usize]
    }

    /// Returns the rank and node of each token in a node's subtree that does not consist of whole characters.
    pub fn broken(&self, node: u32) -> &[(u32, u32)] {
        let (first, end) = self.all(node);
        let begin = self.broken.partition_point(|&(rank, _)| rank < first);
        let stop = self.broken.partition_point(|&(rank, _)| rank < end);
        &self.broken[begin..stop]
    }

    /// Returns the subtrees of the tokens that contain one of the bytes for which `is_wanted` holds.
    pub fn containing(&self, is_wanted: impl Fn(u8) -> bool) -> Vec<TokenSubtree> {
        let wanted = (0..=255).filter(|&byte| is_wanted(byte)).map(Groups::of);
        let wanted = wanted.fold(Groups::default(), Groups::or);
        let (mut found, mut node) = (Vec::new(), 0);
        while node < self.end() {
            let has_it = is_wanted(self.byte(node));
            if has_it {
                found.push(TokenSubtree { node, is_whole: true });
            }
            let is_done = has_it || self.inside(node).without(wanted) == self.inside(node);
            node = if is_done { self.skip(node) } else { node + 1 };
        }
        found
    }

    /// Returns a token's bytes.
    pub fn token(&self, number: u32) -> &[u8] {
        self.texts.token(number)
    }

    /// Yields the nodes whose prefix is that of a node and one more byte; those of one byte if there is no node.
    pub fn children(&self, node: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let (mut next, end) = node.map_or((0, self.end()), |node| (node + 1, self.skip(node)));
        std::iter::from_fn(move || {
            let node = next;
            next = self.nodes[node as usize].skip;
            (node < end).then_some(node)
        })
    }

    /// Returns the node after a node and one more byte.
    pub fn child(&self, node: Option<u32>, byte: u8) -> Option<u32> {
        self.children(node).find(|&child| self.byte(child) == byte)
    }

    /// Returns the node of a prefix of tokens; none if it is empty or no token has it.
    pub fn find(&self, prefix: &[u8]) -> Option<u32> {
        prefix.iter().try_fold(None, |node, &byte| self.child(node, byte).map(Some)).flatten()
    }

    /// Returns the numbers of the tokens in a range of ranks.
    pub fn tokens(&self, ranks: (u32, u32)) -> &[u32] {
        &self.order[ranks.0 as usize..ranks.1 as usize]
    }

    /// Yields the nodes whose prefix is one byte long.
    pub fn roots(&self) -> impl Iterator<Item = u32> + '_ {
        self.children(None)
    }
}

/// A trie under construction.
struct Grown {
    nodes: Vec<Node>,
    groups: Vec<Groups>,
    numbers: Numbers<Groups>,
    deep: FxHashMap<u32, u32>,
    /// For each prefix length of the current token, its node and the groups of the bytes seen after it.
    way: Vec<(usize, Groups)>,
}

impl Grown {
    fn new(texts: &TokenBytes) -> Self {
        // Number 0 is that of all groups.
        let (groups, numbers) = (vec![Groups::ALL], Numbers::from(1));
        let way = vec![(0, Groups::default()); texts.longest() + 1];
        Self { nodes: Vec::with_capacity(texts.len() * 3), groups, numbers, deep: FxHashMap::default(), way }
    }

    /// Adds the nodes of a token's prefixes that are longer than `shared`.
    fn open(&mut self, token: &[u8], shared: usize, rank: u32) {
        for (length, &byte) in token.iter().enumerate().skip(shared) {
            let (node, depth) = (self.nodes.len(), length as u32 + 1);
            self.way[length + 1] = (node, Groups::default());
            if depth >= DEEP {
                self.deep.insert(node as u32, depth);
            }
            self.nodes.push(Node { place: depth.min(DEEP) << 8 | u32::from(byte), first: rank, skip: 0 });
        }
    }

    /// Ends the subtrees of those nodes on a token's path whose prefix is longer than `length`.
    fn close(&mut self, token: &[u8], length: usize) {
        let end = self.nodes.len() as u32;
        for length in (length..token.len()).rev() {
            let (node, inside) = self.way[length + 1];
            let number = self.number_of(inside);
            self.nodes[node].skip = end;
            self.nodes[node].place |= number << GROUPS_SHIFT;
            self.way[length].1 = self.way[length].1.or(inside).or(Groups::of(token[length]));
        }
    }

    fn number_of(&mut self, inside: Groups) -> u32 {
        if self.numbers.count() as u32 + 1 >= MAX_GROUPS {
            return self.numbers.get(&inside).unwrap_or(0);
        }
        let (number, is_new) = self.numbers.of(inside);
        if is_new {
            self.groups.push(inside);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Groups, TokenTrie};
    use crate::vocab::bytes::TokenBytes;

    fn trie(tokens: &[&str]) -> TokenTrie {
        let lengths = tokens.iter().map(|token| token.len());
        TokenTrie::new(&Arc::new(TokenBytes::new(tokens.concat().into_bytes(), lengths)))
    }

    /// Returns the text and the numbers of all tokens, by walking over every node.
    fn walked(trie: &TokenTrie) -> Vec<(String, Vec<u32>)> {
        let nodes = (0..trie.end()).filter(|&node| trie.own(node).0 < trie.own(node).1);
        nodes
            .map(|node| {
                let path = String::from_utf8_lossy(trie.path(node)).into_owned();
                (path, trie.tokens(trie.own(node)).to_vec())
            })
            .collect()
    }

    #[test]
    fn every_token_ends_at_the_node_of_its_bytes() {
        let tokens = ["b", "", "abc", "a", "abd", "b", "abcdefgh1", "abcdefgh0", "ax"];
        let found: Vec<(String, Vec<u32>)> = walked(&trie(&tokens));
        let wanted: [(&str, &[u32]); 7] = [
            ("a", &[3]),
            ("abc", &[2]),
            ("abcdefgh0", &[7]),
            ("abcdefgh1", &[6]),
            ("abd", &[4]),
            ("ax", &[8]),
            ("b", &[0, 5]),
        ];
        let wanted: Vec<_> =
            wanted.iter().map(|&(path, numbers)| (path.to_owned(), numbers.to_vec())).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_subtree_is_skipped_and_its_bytes_are_known() {
        let tokens: Vec<String> = (0..40).map(|n| format!("a{n}")).chain(["b1".to_owned()]).collect();
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let trie = trie(&tokens);
        let roots: Vec<u32> = trie.roots().collect();
        assert_eq!(roots.iter().map(|&root| trie.path(root)).collect::<Vec<_>>(), [b"a", b"b"]);
        assert_eq!(trie.all(roots[0]), (0, 40));
        assert_eq!(roots.iter().map(|&root| trie.inside(root)).collect::<Vec<_>>(), [Groups::of(b'7'); 2]);
        assert_eq!(trie.inside(roots[0] + 1), Groups::default());
    }

    #[test]
    fn depths_and_groups_may_be_many() {
        let long = "a".repeat(3000);
        // Each of these tokens is a number and a byte for each of its bits: more sets of groups than a node can tell apart.
        let signs = b"_ \t\n\r\"'`\\{}*/#$:!";
        let bits = |number: usize| (0..signs.len()).filter(move |bit| number >> bit & 1 == 1);
        let text = |number: usize| {
            format!("{number:06}") + &bits(number).map(|bit| signs[bit] as char).collect::<String>()
        };
        let many: Vec<String> = (0..40_000).map(text).collect();
        let tokens: Vec<&str> = many.iter().map(String::as_str).chain([&long[..], &long[..1500]]).collect();
        let trie = trie(&tokens);
        for (token, number) in tokens.iter().zip(0..) {
            let node = trie.find(token.as_bytes()).unwrap();
            assert_eq!((trie.depth(node), trie.path(node)), (token.len(), token.as_bytes()));
            assert_eq!(trie.tokens(trie.own(node)), [number]);
        }
        let mut known = 0;
        for token in &tokens[..many.len()] {
            let inside = trie.inside(trie.find(&token.as_bytes()[..6]).unwrap());
            let wanted = token.bytes().skip(6).map(Groups::of).fold(Groups::default(), Groups::or);
            assert!(inside == wanted || inside == Groups::ALL);
            known += usize::from(inside == wanted);
        }
        assert!((10_000..30_000).contains(&known));
    }

    #[test]
    fn tokens_that_contain_a_byte_are_found() {
        let trie = trie(&["a", "a#", "a#b", "ab", "abc'", "#", "b#c", "abd", "a!"]);
        let found = trie.containing(|byte| matches!(byte, b'#' | b'\''));
        assert!(found.iter().all(|piece| piece.is_whole));
        let paths: Vec<&[u8]> = found.iter().map(|piece| trie.path(piece.node)).collect();
        assert_eq!(paths, [&b"#"[..], b"a#", b"abc'", b"b#"]);
    }

    #[test]
    fn an_order_from_elsewhere_counts_if_it_is_the_tokens_own() {
        let tokens = ["b", "", "abcdefgh1", "a\0", "a", "é", "abcdefgh", "b", "abcdefgh0", "\0"];
        let lengths = tokens.iter().map(|token| token.len());
        let texts = Arc::new(TokenBytes::new(tokens.concat().into_bytes(), lengths));
        let order = texts.sorted();
        assert_eq!(order, [9, 4, 3, 6, 8, 2, 0, 7, 5]);
        assert!(TokenTrie::of_sorted(&texts, order.clone()).is_some());
        for (place, other) in [(0, 4), (8, 1), (8, 10), (7, 0), (6, 7)] {
            let mut order = order.clone();
            order[place] = other;
            assert!(TokenTrie::of_sorted(&texts, order).is_none());
        }
        assert!(TokenTrie::of_sorted(&texts, order[1..].to_vec()).is_none());
    }
}

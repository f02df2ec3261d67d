//! A vocabulary's tokens as one flat trie in depth-first order, in which a subtree is skipped in one step.
//!
//! Tokens are numbered anew, by their *rank* in the order of their bytes: so those of a subtree are a range
//! of ranks. Of each subtree it is known what groups of bytes occur in it: where the lexer's state stays the
//! same on all of these, nothing below needs to be looked at. Tokens that are no whole characters in UTF-8 are
//! listed, since where all characters do the same, they still differ.

use std::sync::Arc;

use crate::base::byte_sets::Groups;
use crate::vocab::bytes::TokenBytes;

/// How many tokens ahead the text is fetched.
const AHEAD: usize = 8;

/// A beginning of tokens.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its length in bytes, above the last of them.
    place: u32,
    /// The rank of the first token that begins so.
    first: u32,
    /// The node behind the subtree.
    skip: u32,
    /// The bytes behind its own in its subtree.
    inside: Groups,
}

/// The tokens of a vocabulary that are not empty.
pub struct TokenTrie {
    texts: Arc<TokenBytes>,
    /// By rank: the token's number.
    order: Vec<u32>,
    nodes: Vec<Node>,
    /// Tokens that do not consist of whole characters, as ranks, and the node of each.
    broken: Vec<(u32, u32)>,
}

impl TokenTrie {
    pub fn new(texts: &Arc<TokenBytes>) -> Self {
        let order = texts.sorted();
        Self::grow(texts, order).0
    }

    /// The trie of tokens whose numbers were sorted before; none if they are not.
    pub fn of_sorted(texts: &Arc<TokenBytes>, order: Vec<u32>) -> Option<Self> {
        if !texts.are_all(&order) {
            return None;
        }
        let (trie, is_sorted) = Self::grow(texts, order);
        is_sorted.then_some(trie)
    }

    /// How many tokens there are, empty ones included.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Bytes of the longest token.
    pub fn longest(&self) -> usize {
        self.texts.longest()
    }

    /// The tokens' numbers, sorted by their bytes.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The trie of tokens in some order, and whether they are sorted.
    fn grow(texts: &Arc<TokenBytes>, order: Vec<u32>) -> (Self, bool) {
        let mut nodes: Vec<Node> = Vec::with_capacity(texts.len() * 3);
        let mut broken = Vec::new();
        let mut is_sorted = true;
        // The nodes on the way to a token, and the bytes behind each so far.
        let mut way = vec![(0, Groups::default()); texts.longest() + 1];
        let mut before: (&[u8], u32) = (&[], 0);
        let tokens: Vec<&[u8]> = order.iter().map(|&number| texts.token(number)).collect();
        for (rank, (&number, &token)) in order.iter().zip(&tokens).enumerate() {
            // Neighbours in this order lie far apart: so that the memory is at hand when it is needed.
            std::hint::black_box(tokens.get(rank + AHEAD).and_then(|token| token.first()));
            let shared = before.0.iter().zip(token).take_while(|(a, b)| a == b).count();
            is_sorted &= rank == 0 || (before.0.get(shared), before.1) < (token.get(shared), number);
            close(&mut nodes, &mut way, before.0, shared);
            for (length, &byte) in token.iter().enumerate().skip(shared) {
                way[length + 1] = (nodes.len(), Groups::default());
                let place = (length as u32 + 1) << 8 | u32::from(byte);
                nodes.push(Node { place, first: rank as u32, skip: 0, inside: Groups::default() });
            }
            if !token.is_ascii() && std::str::from_utf8(token).is_err() {
                broken.push((rank as u32, nodes.len() as u32 - 1));
            }
            before = (token, number);
        }
        close(&mut nodes, &mut way, before.0, 0);
        nodes.push(Node { place: 0, first: order.len() as u32, skip: 0, inside: Groups::default() });
        (Self { texts: Arc::clone(texts), order, nodes, broken }, is_sorted)
    }

    /// The number of the first node behind all.
    pub fn end(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// The last byte of a node.
    pub fn byte(&self, node: u32) -> u8 {
        self.nodes[node as usize].place as u8
    }

    /// How many bytes lead to a node.
    pub fn depth(&self, node: u32) -> usize {
        self.nodes[node as usize].place as usize >> 8
    }

    /// The node behind a node's subtree.
    pub fn skip(&self, node: u32) -> u32 {
        self.nodes[node as usize].skip
    }

    /// The ranks of the tokens that end at a node.
    pub fn own(&self, node: u32) -> (u32, u32) {
        (self.nodes[node as usize].first, self.nodes[node as usize + 1].first)
    }

    /// The ranks of all tokens in a node's subtree.
    pub fn all(&self, node: u32) -> (u32, u32) {
        (self.nodes[node as usize].first, self.end_of(node))
    }

    fn end_of(&self, node: u32) -> u32 {
        self.nodes[self.skip(node) as usize].first
    }

    /// The bytes that lead to a node.
    pub fn path(&self, node: u32) -> &[u8] {
        &self.texts.token(self.order[self.nodes[node as usize].first as usize])[..self.depth(node)]
    }

    /// The bytes behind a node in its subtree.
    pub fn inside(&self, node: u32) -> Groups {
        self.nodes[node as usize].inside
    }

    /// The tokens in a node's subtree that do not consist of whole characters, as ranks with their nodes.
    pub fn broken(&self, node: u32) -> &[(u32, u32)] {
        let (first, end) = self.all(node);
        let begin = self.broken.partition_point(|&(rank, _)| rank < first);
        let stop = self.broken.partition_point(|&(rank, _)| rank < end);
        &self.broken[begin..stop]
    }

    /// The tokens of a range of ranks.
    pub fn tokens(&self, ranks: (u32, u32)) -> &[u32] {
        &self.order[ranks.0 as usize..ranks.1 as usize]
    }

    /// The nodes of one byte.
    pub fn roots(&self) -> impl Iterator<Item = u32> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let node = next;
            next = self.nodes[node as usize].skip;
            (node < self.end()).then_some(node)
        })
    }
}

/// End the subtrees of a token's nodes beyond a length.
fn close(nodes: &mut [Node], way: &mut [(usize, Groups)], token: &[u8], length: usize) {
    let end = nodes.len() as u32;
    for length in (length..token.len()).rev() {
        let (node, inside) = way[length + 1];
        let closed = &mut nodes[node];
        (closed.skip, closed.inside) = (end, inside);
        way[length].1 = way[length].1.or(inside).or(Groups::of(token[length]));
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

    /// All tokens by walking every node.
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

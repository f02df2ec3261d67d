//! A vocabulary's tokens as one flat trie in depth-first order, in which a subtree is skipped in one step.
//!
//! Tokens are numbered anew, by their *rank* in the order of their bytes: so those of a subtree are a range
//! of ranks. Of the larger subtrees the bytes that occur in them are known: where the lexer's state stays the
//! same on all of these, nothing below needs to be looked at. Tokens that are no whole characters in UTF-8 are
//! listed, since where all characters do the same, they still differ.

/// Subtrees of fewer tokens are walked rather than known by their bytes.
const FEW: u32 = 8;
const NONE: u32 = u32::MAX;

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bytes([u64; 4]);

impl Bytes {
    pub const ALL: Self = Self([u64::MAX; 4]);

    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
    }

    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte) / 64] >> (byte % 64) & 1 == 1
    }

    pub fn union_with(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    #[must_use]
    pub fn complement(&self) -> Self {
        Self(self.0.map(|word| !word))
    }

    /// Those below 128.
    #[must_use]
    pub fn ascii(&self) -> Self {
        Self([self.0[0], self.0[1], 0, 0])
    }

    /// Whether all of these are among those.
    pub fn are_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }
}

impl FromIterator<u8> for Bytes {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Self {
        let mut set = Self::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        set
    }
}

/// A beginning of tokens.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its length in bytes, above the last of them.
    place: u32,
    /// The rank of the first token that begins so.
    first: u32,
    /// The node behind the subtree.
    skip: u32,
    /// Number of the bytes behind its own in its subtree, or [`NONE`] if that is small.
    inside: u32,
}

/// The tokens of a vocabulary that are not empty.
pub struct TokenTrie {
    /// The bytes of all tokens one behind another, by number, and where each begins.
    text: Vec<u8>,
    begins: Vec<u32>,
    /// By rank: the token's number.
    order: Vec<u32>,
    nodes: Vec<Node>,
    inside: Vec<Bytes>,
    /// Tokens that do not consist of whole characters, as ranks, and the node of each.
    broken: Vec<(u32, u32)>,
    longest: usize,
}

impl TokenTrie {
    /// The trie of tokens in the order of their numbers: their bytes one behind another, and the length of each.
    pub fn new(text: Vec<u8>, lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut begins = vec![0];
        let mut longest = 0;
        for length in lengths {
            begins.push(begins[begins.len() - 1] + length as u32);
            longest = longest.max(length);
        }
        let nodes = Vec::with_capacity(begins.len() * 3);
        let (order, inside, broken) = (Vec::new(), Vec::new(), Vec::new());
        let mut trie = Self { text, begins, order, nodes, inside, broken, longest };
        trie.sort();
        trie.grow();
        trie
    }

    /// How many tokens there are, empty ones included.
    pub fn len(&self) -> usize {
        self.begins.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of the longest token.
    pub fn longest(&self) -> usize {
        self.longest
    }

    fn token(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.text[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    fn sort(&mut self) {
        let first_bytes = |token: &[u8]| {
            let mut bytes = [0; 8];
            let count = token.len().min(8);
            bytes[..count].copy_from_slice(&token[..count]);
            u64::from_be_bytes(bytes)
        };
        let numbers = (0..self.len() as u32).filter(|&number| !self.token(number).is_empty());
        let mut keys: Vec<(u64, u32)> =
            numbers.map(|number| (first_bytes(self.token(number)), number)).collect();
        keys.sort_unstable_by(|a, b| {
            let by_text = || self.token(a.1).cmp(self.token(b.1)).then(a.1.cmp(&b.1));
            a.0.cmp(&b.0).then_with(by_text)
        });
        self.order = keys.into_iter().map(|(_, number)| number).collect();
    }

    fn grow(&mut self) {
        // Nodes whose subtrees go on, and the bytes in each so far.
        let mut open: Vec<(u32, Bytes)> = Vec::new();
        let mut before = 0..0;
        for rank in 0..self.order.len() {
            let number = self.order[rank] as usize;
            let token = self.begins[number] as usize..self.begins[number + 1] as usize;
            let pairs = self.text[before].iter().zip(&self.text[token.clone()]);
            let shared = pairs.take_while(|(a, b)| a == b).count();
            self.close(&mut open, shared, rank);
            for length in shared..token.len() {
                let place = (length as u32 + 1) << 8 | u32::from(self.text[token.start + length]);
                open.push((self.nodes.len() as u32, Bytes::default()));
                self.nodes.push(Node { place, first: rank as u32, skip: 0, inside: NONE });
            }
            if std::str::from_utf8(&self.text[token.clone()]).is_err()
                && let Some(&(node, _)) = open.last()
            {
                self.broken.push((rank as u32, node));
            }
            before = token;
        }
        self.close(&mut open, 0, self.order.len());
        self.nodes.push(Node { place: 0, first: self.order.len() as u32, skip: 0, inside: NONE });
    }

    fn close(&mut self, open: &mut Vec<(u32, Bytes)>, depth: usize, rank: usize) {
        while open.len() > depth
            && let Some((node, inside)) = open.pop()
        {
            let end = self.nodes.len() as u32;
            let closed = &mut self.nodes[node as usize];
            closed.skip = end;
            if rank as u32 - closed.first >= FEW {
                closed.inside = self.inside.len() as u32;
                self.inside.push(inside);
            }
            if let Some((_, around)) = open.last_mut() {
                around.union_with(&inside);
                around.insert(closed.place as u8);
            }
        }
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
        (self.nodes[node as usize].first, self.behind(node))
    }

    fn behind(&self, node: u32) -> u32 {
        self.nodes[self.skip(node) as usize].first
    }

    /// The bytes that lead to a node.
    pub fn path(&self, node: u32) -> &[u8] {
        &self.token(self.order[self.nodes[node as usize].first as usize])[..self.depth(node)]
    }

    /// The bytes behind a node in its subtree; none for a small one.
    pub fn inside(&self, node: u32) -> Option<&Bytes> {
        self.inside.get(self.nodes[node as usize].inside as usize)
    }

    /// The tokens in a node's subtree that do not consist of whole characters, as ranks with their nodes.
    pub fn broken(&self, node: u32) -> &[(u32, u32)] {
        let (first, behind) = self.all(node);
        let begin = self.broken.partition_point(|&(rank, _)| rank < first);
        let end = self.broken.partition_point(|&(rank, _)| rank < behind);
        &self.broken[begin..end]
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

#[cfg(test)]
mod tests {
    use super::TokenTrie;

    fn trie(tokens: &[&str]) -> TokenTrie {
        TokenTrie::new(tokens.concat().into_bytes(), tokens.iter().map(|token| token.len()))
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
        let inside = trie.inside(roots[0]).expect("a large subtree");
        assert!((0..=255).all(|byte| inside.contains(byte) == byte.is_ascii_digit()));
        assert!(trie.inside(roots[1]).is_none());
    }
}

//! A vocabulary's tokens as one flat trie in depth-first order, in which a subtree is skipped in one step.
//!
//! Tokens are numbered anew, by their *rank* in the order of their bytes: so those of a subtree are a range
//! of ranks. Of each subtree it is known what groups of bytes occur in it: where the lexer's state stays the
//! same on all of these, nothing below needs to be looked at. Tokens that are no whole characters in UTF-8 are
//! listed, since where all characters do the same, they still differ.

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

    #[must_use]
    pub fn complement(&self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl FromIterator<u8> for Bytes {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Self {
        let mut set = Self::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        set
    }
}

/// Groups of bytes, of which lexers mostly treat those of one group alike.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Groups(u32);

impl Groups {
    pub const ALL: Self = Self(u32::MAX);

    /// The groups of bytes beyond ASCII: in the midst of a character, at its beginning, and in none.
    pub const BEYOND_ASCII: Self = Self(0b111 << 21);

    /// The group of a byte.
    pub const fn of(byte: u8) -> Self {
        Self(
            1 << match byte {
                b'a'..=b'z' | b'A'..=b'Z' => 0,
                b'0'..=b'9' => 1,
                b'_' => 2,
                b' ' => 3,
                b'\t' => 4,
                b'\n' => 5,
                b'\r' => 6,
                0..b' ' | 0x7f => 7,
                b'"' => 8,
                b'\'' => 9,
                b'`' => 10,
                b'\\' => 11,
                b'{' => 12,
                b'}' => 13,
                b'*' => 14,
                b'/' => 15,
                b'#' => 16,
                b'$' => 17,
                b':' => 18,
                b'!' => 19,
                0..0x80 => 20,
                0x80..=0xbf => 21,
                0xc2..=0xf4 => 22,
                0xc0..=0xff => 23,
            },
        )
    }

    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub const fn are_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
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
    /// The bytes behind its own in its subtree.
    inside: Groups,
}

/// The tokens of a vocabulary that are not empty.
pub struct TokenTrie {
    /// The bytes of all tokens one behind another, by number, and where each begins.
    text: Vec<u8>,
    begins: Vec<u32>,
    /// By rank: the token's number.
    order: Vec<u32>,
    nodes: Vec<Node>,
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
        let mut trie = Self { text, begins, order: Vec::new(), nodes, broken: Vec::new(), longest };
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
        // Nodes whose subtrees go on.
        let mut open: Vec<u32> = Vec::new();
        let mut before = 0..0;
        for rank in 0..self.order.len() {
            let number = self.order[rank] as usize;
            let token = self.begins[number] as usize..self.begins[number + 1] as usize;
            let pairs = self.text[before].iter().zip(&self.text[token.clone()]);
            let shared = pairs.take_while(|(a, b)| a == b).count();
            self.close(&mut open, shared);
            for length in shared..token.len() {
                let place = (length as u32 + 1) << 8 | u32::from(self.text[token.start + length]);
                open.push(self.nodes.len() as u32);
                self.nodes.push(Node { place, first: rank as u32, skip: 0, inside: Groups::default() });
            }
            if std::str::from_utf8(&self.text[token.clone()]).is_err()
                && let Some(&node) = open.last()
            {
                self.broken.push((rank as u32, node));
            }
            before = token;
        }
        self.close(&mut open, 0);
        let first = self.order.len() as u32;
        self.nodes.push(Node { place: 0, first, skip: 0, inside: Groups::default() });
    }

    fn close(&mut self, open: &mut Vec<u32>, depth: usize) {
        let end = self.nodes.len() as u32;
        while open.len() > depth
            && let Some(node) = open.pop()
        {
            let closed = &mut self.nodes[node as usize];
            closed.skip = end;
            let inside = closed.inside.or(Groups::of(closed.place as u8));
            if let Some(&around) = open.last() {
                let around = &mut self.nodes[around as usize].inside;
                *around = around.or(inside);
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

    /// The bytes behind a node in its subtree.
    pub fn inside(&self, node: u32) -> Groups {
        self.nodes[node as usize].inside
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
    use super::{Groups, TokenTrie};

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
        assert_eq!(roots.iter().map(|&root| trie.inside(root)).collect::<Vec<_>>(), [Groups::of(b'7'); 2]);
        assert_eq!(trie.inside(roots[0] + 1), Groups::default());
    }
}

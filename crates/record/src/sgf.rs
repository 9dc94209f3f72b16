//! SGF `FF[4]`: the tree as it is in the file.
//!
//! A [`Collection`] holds game trees, a [`Tree`] holds nodes in one vector
//! (the root is node 0, a node's first child is its main line), a [`Node`]
//! holds properties in file order. Property values are kept raw, with their
//! escapes, so that a property nobody here knows is written back as it came;
//! [`text`] and [`simple_text`] interpret one, [`compose`] splits one.
//!
//! Nothing recurses over the tree, so depth is limited by memory alone.

mod charset;
mod read;
mod values;
mod write;

pub use charset::unicode;
pub(crate) use read::{Placed, read_each};
pub use read::{is_tree, read, read_first};
pub use values::{compose, escape, point, points, simple_text, text, write_point};
pub use write::write;

/// The largest file that is read: 16 MiB.
pub const MAX_BYTES: usize = 16 << 20;

/// The game trees of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// In the order of the file.
    pub trees: Vec<Tree>,
}

/// A game tree. Never empty: node 0 is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A node and where it hangs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// What is said of it, in the order of the file.
    pub properties: Vec<Property>,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// A property: its identifier in upper case and its raw values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The identifier, in upper case.
    pub id: String,
    /// The values, escapes still in them.
    pub values: Vec<String>,
}

impl Tree {
    /// A tree of one empty root.
    #[must_use]
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// The first node.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// How many nodes it has, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has at least its root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node by its number.
    #[must_use]
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// A node by its number, to change it.
    #[must_use]
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Hangs a new node under `parent`, as its last variation, and returns
    /// its index.
    pub fn add(&mut self, parent: usize) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        self.nodes[parent].children.push(index);
        index
    }

    /// Hangs a new node under `parent`, as its main line.
    pub fn add_first(&mut self, parent: usize) -> usize {
        let index = self.add(parent);
        self.nodes[parent].children.rotate_right(1);
        index
    }

    /// Puts a new node between a node and what hangs under it, and returns its
    /// index.
    pub fn push_down(&mut self, index: usize) -> usize {
        let children = std::mem::take(&mut self.nodes[index].children);
        let below = self.add(index);
        for &child in &children {
            self.nodes[child].parent = Some(below);
        }
        self.nodes[below].children = children;
        below
    }

    /// Lets a node be the main line of its parent.
    pub fn put_first(&mut self, index: usize) {
        if let Some(parent) = self.nodes[index].parent
            && let Some(at) = self.nodes[parent].children.iter().position(|&child| child == index)
        {
            self.nodes[parent].children[..=at].rotate_right(1);
        }
    }

    /// Names the character set that is written.
    pub fn name_charset(&mut self) {
        let root = &mut self.nodes[0];
        if !root.has("CA") {
            let at =
                root.properties.iter().take_while(|p| matches!(p.id.as_str(), "FF" | "GM")).count();
            let named = Property { id: "CA".to_owned(), values: vec!["UTF-8".to_owned()] };
            root.properties.insert(at, named);
        }
    }

    /// The indices of the main line: the root, its first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(0), |&at| self.nodes[at].children.first().copied())
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Node {
    /// The numbers of the nodes behind it, the main line first.
    #[must_use]
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// The number of the node before it; none of the root.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// The raw values of a property, empty when the node does not have it.
    #[must_use]
    pub fn values(&self, id: &str) -> &[String] {
        self.properties.iter().find(|p| p.id == id).map_or(&[], |p| &p.values)
    }

    /// Whether it has such a property.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.properties.iter().any(|p| p.id == id)
    }

    /// The first value as simple text.
    #[must_use]
    pub fn simple(&self, id: &str) -> Option<String> {
        self.values(id).first().map(|raw| simple_text(raw))
    }

    /// Adds a value that is already escaped, to the property if the node has
    /// it.
    pub fn push_raw(&mut self, id: &str, raw: impl Into<String>) {
        let raw = raw.into();
        match self.properties.iter_mut().find(|p| p.id == id) {
            Some(property) => property.values.push(raw),
            None => self.properties.push(Property { id: id.to_owned(), values: vec![raw] }),
        }
    }

    /// Sets a property to one text value, escaping it.
    pub fn set_text(&mut self, id: &str, value: &str) {
        self.properties.retain(|p| p.id != id);
        self.push_raw(id, escape(value));
    }
}

//! Which positions a table covers.

use super::Layer;

/// How many pieces per side a table in memory covers: 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reach(u8);

impl Reach {
    /// The furthest a table in memory goes: 437 million positions.
    pub const MOST: u8 = 4;

    /// A reach of so many pieces per side, or none when it is not in `1..=4`.
    pub const fn new(pieces: u8) -> Option<Self> {
        if pieces >= 1 && pieces <= Self::MOST { Some(Self(pieces)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// How many positions have up to so many pieces per side, both sides still playing.
    pub fn positions(self) -> u64 {
        Extent::from(self).positions()
    }
}

/// A set of layers that play never leaves: with a layer it has its mirror image and what an exit leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent(u128);

impl Extent {
    /// No layer.
    pub(super) const NONE: Self = Self(0);

    /// Up to so many pieces per side; none when it is not in `1..=5`.
    pub fn per_side(pieces: u8) -> Option<Self> {
        Layer::new(pieces, pieces).map(Self::below)
    }

    /// Up to so many pieces on the board, at least one of each side; none when it is not in `2..=10`.
    pub fn total(pieces: u8) -> Option<Self> {
        let layers = (1..pieces).map(|own| Layer::new(own, pieces - own));
        layers.map(|layer| layer.map(Self::below)).reduce(|sum, next| Some(sum?.and(next?)))?
    }

    /// Everything that can follow from positions of this layer, and themselves.
    pub fn below(layer: Layer) -> Self {
        let (more, fewer) = (layer.own().max(layer.theirs()), layer.own().min(layer.theirs()));
        let pairs = (1..=more).flat_map(|one| (1..=fewer).map(move |two| (one, two)));
        let layers = pairs.flat_map(|(one, two)| [Layer::new(one, two), Layer::new(two, one)]);
        Self(layers.flatten().fold(0, |set, layer| set | 1 << layer.code()))
    }

    /// With one more layer, which the caller adds after those it leads to.
    pub(super) const fn with(self, layer: Layer) -> Self {
        Self(self.0 | 1 << layer.code())
    }

    /// All layers of both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it has this layer.
    pub const fn covers(self, layer: Layer) -> bool {
        self.0 >> layer.code() & 1 == 1
    }

    /// Whether it has every layer of another.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// How many positions these are.
    pub fn positions(self) -> u64 {
        self.layers().map(Layer::positions).sum()
    }

    /// The most pieces one player has on the board.
    pub fn most(self) -> u8 {
        self.layers().map(Layer::own).max().unwrap_or(1)
    }

    /// The layers that are solved one after the other, each with its mirror image, which has fewer own pieces or as
    /// many. A piece that leaves the board leads to an earlier one.
    pub fn groups(self) -> impl Iterator<Item = Layer> {
        let sizes = 2..=Layer::MOST_TOTAL;
        let splits =
            sizes.flat_map(|total| (1..=total / 2).rev().map(move |theirs| (total - theirs, theirs)));
        splits.filter_map(|(own, theirs)| Layer::new(own, theirs)).filter(move |&layer| self.covers(layer))
    }

    /// Every layer, mirror images beside each other.
    pub fn layers(self) -> impl Iterator<Item = Layer> {
        self.groups().flat_map(Layer::with_mirrored)
    }
}

impl From<Reach> for Extent {
    fn from(reach: Reach) -> Self {
        Self::per_side(reach.get()).expect("a reach is 1 to 4")
    }
}

impl From<Layer> for Extent {
    fn from(layer: Layer) -> Self {
        Self::below(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_positions_as_counted() {
        let counts = (1..=5).map(|n| Extent::per_side(n).unwrap().positions());
        assert!(counts.eq([812, 165_242, 12_230_750, 437_373_650, 8_560_690_670]));
        assert_eq!(Extent::per_side(6), None);
        assert_eq!(Reach::new(3).unwrap().positions(), 12_230_750);
        let counts = (4..=8).map(|n| Extent::total(n).unwrap().positions());
        assert!(counts.eq([355_250, 3_917_900, 33_369_140, 230_027_420, 1_320_232_250]));
        assert_eq!((Extent::total(1), Extent::total(11)), (None, None));
    }

    #[test]
    fn play_never_leaves_an_extent() {
        let layer = Layer::new(6, 2).unwrap();
        for extent in [Extent::total(10).unwrap(), Extent::per_side(5).unwrap(), layer.into()] {
            let layers: Vec<_> = extent.layers().collect();
            for (place, layer) in layers.iter().enumerate() {
                let next = layer.after_exit();
                assert!(next.is_none_or(|next| layers[..place].contains(&next)), "{layer:?}");
                assert!(extent.covers(layer.mirrored()));
            }
        }
        assert!(!Extent::per_side(3).unwrap().includes(Extent::total(5).unwrap()));
        assert!(Extent::total(6).unwrap().includes(Extent::per_side(3).unwrap()));
    }
}

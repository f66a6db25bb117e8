//! The finished values of some layers.

use std::sync::Arc;

use super::cell::Cell;
use super::outside::Exit;
use super::{Extent, Layer};

/// For each position of an extent the probability that the player to throw wins. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Values<C> {
    extent: Extent,
    layers: Vec<Option<Arc<Vec<C>>>>,
}

impl<C: Cell> Values<C> {
    pub(super) fn new() -> Self {
        let most = usize::from(Layer::MOST_TOTAL);
        Self { extent: Extent::NONE, layers: vec![None; most * most] }
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The layers of `extent` that are still to be solved, each standing for its mirror image too.
    pub(super) fn missing(&self, extent: Extent) -> Vec<Layer> {
        extent.groups().filter(|&layer| self.layer(layer).is_none()).collect()
    }

    /// Adds a layer.
    pub(super) fn insert(&mut self, layer: Layer, values: Vec<C>) {
        self.layers[layer.code()] = Some(Arc::new(values));
        self.extent = self.extent.with(layer);
    }

    /// The values of a layer, in the order of the index.
    #[inline]
    pub(super) fn layer(&self, layer: Layer) -> Option<&[C]> {
        self.layers[layer.code()].as_ref().map(|values| values.as_slice())
    }

    /// What an exit from `layer` leads to: `self` if the player throws again, `turned` if the other one throws.
    pub(super) fn exit<'a>(&'a self, turned: &'a Self, layer: Layer) -> Option<Exit<'a, C>> {
        let next = layer.after_exit()?;
        let known = |values: &'a Self, layer| values.layer(layer).expect("fewer pieces are solved before");
        let (own, theirs) = (known(self, next), known(turned, next.mirrored()));
        Some(Exit { own, theirs, colorings: next.colorings() })
    }
}

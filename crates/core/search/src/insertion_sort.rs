/// Sorts a few items, equals staying as they are: `before` says whether the first must stand before the second.
///
/// For the moves of a position, of which there are hardly more than a dozen, this is as fast as any other sort, and
/// much less code for a browser to load.
#[inline]
pub fn insertion_sort<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && before(&items[place], &items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn few_items_are_sorted_like_many(mut items: Vec<(u8, u32)>) {
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            insertion_sort(&mut items, |a, b| a.0 < b.0);
            prop_assert_eq!(items, expected);
        }
    }
}

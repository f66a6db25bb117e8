use leptos::prelude::window;

/// Random bytes.
pub(super) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let filled = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    filled.expect("every browser that runs this program draws random numbers");
    bytes
}

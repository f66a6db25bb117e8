//! Parts that several pages share.

pub(crate) mod announcements;
pub(crate) mod dialog;
pub(crate) mod drawer;
pub(crate) mod file_errors;
pub(crate) mod form;
pub(crate) mod hint;
pub(crate) mod icon;
pub(crate) mod languages;
pub(crate) mod move_list;
pub(crate) mod opponents;
pub(crate) mod press_button;
pub(crate) mod question;
pub(crate) mod rules_button;
pub(crate) mod sharing;
pub(crate) mod sound_button;
pub(crate) mod step_buttons;
pub(crate) mod theme_picker;
pub(crate) mod toast;
pub(crate) mod update;

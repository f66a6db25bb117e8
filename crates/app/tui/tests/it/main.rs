//! Integration tests, linked as one program.

#[cfg(unix)]
mod broken;
mod family;
mod faults;
mod feel;
mod harness;
mod online;
#[cfg(unix)]
mod panic;
mod requirements;
mod rules_on_screen;
mod screens;
mod senet_requirements;
mod storm;

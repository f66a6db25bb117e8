//! Everything the game says, in English, Amharic and Arabic.

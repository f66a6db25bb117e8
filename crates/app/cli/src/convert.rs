use crate::args::ConvertArgs;
use crate::{CliError, Console, atomic_file, game_archive, record_file};

/// `gebeta convert`: a game as another program writes it.
pub(crate) fn run(args: &ConvertArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let record = record_file::load_or_input(&args.file, args.from, console)?;
    let text = args.to.write(&record).map_err(|error| CliError::bad_file(&args.file, &error))?;
    match &args.out {
        Some(path) => game_archive::refuse_existing(path).and_then(|()| atomic_file::write(path, &text)),
        None => Ok(write!(console.out, "{text}")?),
    }
}

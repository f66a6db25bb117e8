use crate::args::ConvertArgs;
use crate::{CliError, Console, atomic_file, replay};

/// `gebeta convert`: a game as another program writes it.
pub(crate) fn run(args: &ConvertArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let record = replay::load_as(&args.file, args.from)?;
    let text = args.to.write(&record).map_err(|error| CliError::bad_file(&args.file, &error))?;
    match &args.out {
        Some(path) if path.exists() => {
            let message = format!("{} is there already; choose another name", path.display());
            Err(CliError::failed("file-exists", message))
        }
        Some(path) => atomic_file::write(path, &text),
        None => Ok(write!(console.out, "{text}")?),
    }
}

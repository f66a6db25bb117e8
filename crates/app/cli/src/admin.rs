//! `gebeta admin`: what whoever runs a server does for its accounts, while it runs or not.

use gebeta_protocol::PlayerName;
use gebeta_rules::Coded as _;
use gebeta_server::admin::new_recovery_code;

use crate::args::{AdminAction, AdminArgs, ServeArgs};
use crate::{CliError, Console, serve, serve_config};

/// Does what is asked, with the store of `gebeta serve`.
pub(crate) fn run(args: &AdminArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let AdminAction::Password { db, name } = &args.action;
    let name: PlayerName =
        name.parse().map_err(|why| CliError::usage("bad-name", format!("{name} is no name: {why}")))?;
    let flags = serve_config::complete(&ServeArgs { db: db.clone(), ..ServeArgs::default() })?;
    let place = serve::place(&flags)?.ok_or_else(|| {
        CliError::usage("bad-db", "say where the accounts are: --db sqlite:FOLDER or postgres://..")
    })?;
    let code = new_recovery_code(&place, &name)
        .map_err(|failure| CliError::failed(failure.code(), failure.to_string()))?;
    writeln!(console.out, "{}", code.reveal())?;
    writeln!(
        console.out,
        "With this code {name} signs in once and sets a new password (Account, Sign in, Use a recovery code)."
    )?;
    Ok(())
}

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::{CliError, Console};

/// `gebeta man`: one page, with a section for each command.
pub(crate) fn run(console: &mut Console<'_>) -> Result<(), CliError> {
    let mut program = Cli::command();
    program.build();
    let mut page = Vec::new();
    let man = Man::new(program.clone());
    man.render(&mut page)?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        section(command, &mut page)?;
    }
    console.out.write_all(&page)?;
    Ok(())
}

/// What a command does and takes.
fn section(command: &Command, page: &mut Vec<u8>) -> Result<(), CliError> {
    let name = format!("gebeta {}", command.get_name());
    page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).into_bytes());
    let man = Man::new(command.clone());
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    Ok(())
}

import type { CommandName } from './command-line.ts'

const GENERAL = `Usage: quire COMMAND [OPTION...]

Commands:
  dev                     serve for development: migrates by itself, restarts on change, readable log
  start                   serve in production
  migrate                 bring the database up to the configuration
  migrate status          show which migrations are applied and which are pending
  migrate create NAME     write a data migration to fill in
  create-user             create a user who can sign in

Options:
  -h, --help              show this help, or that of a command
  -v, --version           show the version`

const CONFIG = `  -c, --config FILE       the configuration; ./quire.config.ts (or .js, .mjs) by default`

const SERVE = `${CONFIG}
      --host HOST         address to listen on; 127.0.0.1 by default
  -p, --port PORT         port to listen on, 0 for a free one; 3000 by default
      --workers N         serve with N processes that share the port; 1 by default`

const ENVIRONMENT = `Environment, above the configuration and below the options:
  HOST, PORT              as --host and --port
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (from the current folder)`

const LOGGING = `${ENVIRONMENT}
  LOG_LEVEL               what is logged: trace, debug, info, warn, error, fatal or silent; info by default`

const TOPICS: Readonly<Record<CommandName, string>> = {
  dev: `Usage: quire dev [OPTION...]

Serves for development. Migrates by itself, as far as no step destroys data; restarts when the configuration, a file that it
imports or a file in migrations/ changes. A mistake while editing is shown, and the next change tries again.

Options:
${SERVE}
      --migrate           implied

${LOGGING}`,

  start: `Usage: quire start [OPTION...]

Serves in production, with a log of JSON lines. Refuses to start while a migration is missing; steps that destroy data wait for
'quire migrate --destructive' and keep nobody from serving. SIGTERM and SIGINT finish what is in flight, for 10 s at most.

Options:
${SERVE}
      --migrate           apply missing migrations first, as far as no step destroys data

${LOGGING}`,

  migrate: `Usage: quire migrate [--destructive] [OPTION...]
       quire migrate status [OPTION...]
       quire migrate create NAME [OPTION...]

Brings the database up to the configuration, then runs the files of migrations/ (beside the configuration) that have not run yet,
in the order of their names. 'status' exits with 0 when nothing is missing and with 1 when something is; pending steps that destroy
data are shown and do not count as missing. 'create' writes migrations/TIME-NAME with an empty data migration.

Options:
${CONFIG}
      --destructive       apply steps that destroy data too; without it nothing is applied while there are any

${ENVIRONMENT}`,

  'create-user': `Usage: quire create-user --collection SLUG --email ADDRESS [--data JSON] [OPTION...]

Creates a user of a collection with 'auth', whatever its rules say. The password is read from standard input: at a terminal it is
asked for and not shown. Prints the collection and the id of the user. The database must be migrated.

Options:
${CONFIG}
      --collection SLUG   the collection of users
      --email ADDRESS     what the user signs in with
      --data JSON         further fields, as in '{"name":"Ann","roles":["admin"]}'

Environment, above the configuration:
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (from the current folder)`,
}

export function helpFor(topic: CommandName | undefined): string {
  return topic === undefined ? GENERAL : TOPICS[topic]
}

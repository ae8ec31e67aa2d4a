import type { CommandName } from './commands.ts'

const GENERAL = `Usage: quire COMMAND [OPTION...]

Commands:
  dev                     serve for development: migrates automatically, and restarts when you change something
  start                   serve in production
  migrate                 bring the database up to date with your configuration
  migrate status          show which migrations are applied and which are pending
  migrate create NAME     write an empty data migration for you to fill in
  generate openapi        write the OpenAPI description of your application
  generate types          write the types of your application, for clients in other repositories
  create-user             create a user who can sign in
  set-password            give a user a new password
  run FILE [ARG...]       run one of your scripts with the application ready
  export [SLUG...]        write documents, users and files as lines of JSON
  import [FILE]           read in what export wrote, into SQLite or PostgreSQL
  jobs run NAME           do one of your jobs now, and print what it comes to
  doctor                  check that everything in the database fits together
  backup                  write the database and all files into one file, while the service runs
  backup verify FILE      restore a backup into a temporary folder, check it, and say what it holds
  backup key --out FILE   make a key to encrypt backups with
  restore FILE            bring back what a backup holds

All commands read environment variables from .env, in the current folder and beside the configuration.

Options:
  -h, --help              show this help, or the help of a command: quire dev --help
  -v, --version           show the version`

const CONFIG = `  -c, --config FILE       the configuration file; by default ./quire.config.ts (or .js, .mjs)`

const SERVE = `${CONFIG}
      --host HOST         the address to listen on; by default 127.0.0.1
  -p, --port PORT         the port to listen on; by default 3000, and 0 picks a free one
      --workers N         how many processes share the port; by default 1
      --jobs only|off     only: do background work and serve nothing; off: leave background work to others`

const ENVIRONMENT = `Environment variables, which override the configuration, and which options override:
  HOST, PORT              the same as --host and --port
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (relative to the current folder)`

const LOGGING = `${ENVIRONMENT}
  LOG_LEVEL               what is logged: trace, debug, info, warn, error, fatal or silent; by default info`

const DATABASE = `Environment variables, which override the configuration:
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (relative to the current folder)`

const TOPICS: Readonly<Record<CommandName, string>> = {
  dev: `Usage: quire dev [OPTION...]

Serves for development. It applies all migrations that destroy no data, and restarts when you change the configuration, a file
that it imports, or a file in migrations/. If you make a mistake, it shows you the mistake and waits for your next change.

Options:
${SERVE}
      --migrate           not needed: dev always migrates

${LOGGING}`,

  start: `Usage: quire start [OPTION...]

Serves in production, and logs JSON lines. It refuses to start while a migration is missing. Steps that destroy data don't count
as missing; they wait until you run 'quire migrate --destructive'. On SIGTERM or SIGINT, it finishes running requests, for up to
10 s, and stops.

Options:
${SERVE}
      --migrate           first apply the missing migrations, except steps that destroy data

${LOGGING}`,

  migrate: `Usage: quire migrate [--destructive] [OPTION...]
       quire migrate status [OPTION...]
       quire migrate create NAME [OPTION...]

Brings the database up to date with your configuration. Then it runs the files in migrations/ (next to the configuration) that
have not run yet, in the order of their names.

'status' shows what is applied and what is pending. It exits with 1 if something is missing, and with 0 otherwise. Steps that
destroy data are listed, but don't count as missing. 'create' writes an empty data migration to migrations/TIME-NAME.

Options:
${CONFIG}
      --destructive       also apply steps that destroy data; without it, nothing is applied if there are any

${ENVIRONMENT}`,

  generate: `Usage: quire generate openapi [--out FILE] [OPTION...]
       quire generate types [--out FILE] [OPTION...]

'openapi' writes the OpenAPI description of your application. 'types' writes TypeScript types that need nothing else: those of all
documents, inputs and answers, and the shape of your configuration for the client library. Neither of them starts the application
or opens its database. The same configuration gives the same text, so you can keep it in version control and see what a change
does to your API.

Options:
${CONFIG}
  -o, --out FILE          the file to write; by default, standard output`,

  run: `Usage: quire run [OPTION...] FILE [ARG...]

Calls the function that FILE exports as default with { app, args }: the application, connected to its database, and the arguments
that follow FILE. When the function returns, the application is closed. Migrate the database first.

Options, before FILE:
${CONFIG}

Environment variables, which override the configuration:
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (relative to the current folder)
  LOG_LEVEL               what is logged; by default warn`,

  'create-user': `Usage: quire create-user --collection SLUG (--email ADDRESS | --service) [--data JSON] [OPTION...]

Creates a user in a collection with 'auth', whatever its access rules say. In a terminal, it asks you for the password without
showing it; in a script, send the password to standard input. It prints the collection and the id of the user. Migrate the
database first.

Options:
${CONFIG}
      --collection SLUG   the collection of the user
      --email ADDRESS     the address that the user signs in with
      --service           creates a service account, which has no address and no password, only API keys
      --data JSON         more fields of the user, such as '{"name":"Ann","roles":["admin"]}'

Environment variables, which override the configuration:
  DATABASE_URL            postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH (relative to the current folder)`,

  'set-password': `Usage: quire set-password --collection SLUG --email ADDRESS [OPTION...]

Gives a user a new password, ends all of the user's sessions, and lifts a lockout. In a terminal, it asks you for the password
without showing it; in a script, send the password to standard input. It prints the collection and the id of the user.

Options:
${CONFIG}
      --collection SLUG   the collection of the user
      --email ADDRESS     the address that the user signs in with
      --reset-factors     also remove passkeys, one-time codes and recovery codes

${DATABASE}`,

  export: `Usage: quire export [SLUG...] [OPTION...]

Writes what the application holds, one JSON object per line: documents with their ids, timestamps, locales, drafts, versions and trash,
users, and the files of upload collections. With slugs, only those collections and globals. Sessions, locks and preview tokens
are not exported. To export the state of a single moment, stop the application first.

Options:
${CONFIG}
  -o, --out FILE          write to this file, which only you can read; by default, to standard output
      --passwords         also export password hashes and API keys; without them, users set a new password by mail
      --no-files          leave out the files of upload collections

${DATABASE}`,

  import: `Usage: quire import [FILE] [OPTION...]

Reads in what 'quire export' wrote, from FILE or from standard input, into SQLite or PostgreSQL. The configuration must be the one
that it was exported with. Collections must be empty, so that nothing is overwritten; globals are replaced. No hooks run and no mails are
sent. If an import is interrupted, continue it with --merge.

Options:
${CONFIG}
      --merge             keep documents that exist, and add those that don't

${DATABASE}`,

  jobs: `Usage: quire jobs run NAME [--input JSON] [OPTION...]

Queues one of the jobs of your application, does it in this process, for the system, and prints its result as JSON. If it fails, it
exits with 1; a job that has attempts left stays in the queue, and the service retries it.

Options:
${CONFIG}
      --input JSON        what the job is queued with, such as '{"issue":7}'

${DATABASE}`,

  doctor: `Usage: quire doctor [--repair] [--files] [--objects] [OPTION...]

Checks that everything in the database and in file storage fits together: the index of references, trees, versions, live copies,
unique values, users and files. It exits with 1 if it finds something wrong, and with 0 otherwise. It reads everything, so it can
take a while. Run it while there are no writes: concurrent changes can look like errors.

Options:
${CONFIG}
      --repair            fix what can be fixed without losing anything
      --files             also read every uploaded file, and compare its size and hash
      --objects           also make the sizes of pictures that your configuration has gained since they were uploaded

${DATABASE}`,

  backup: `Usage: quire backup [--to FILE|FOLDER|s3://…] [--keep N] [OPTION...]
       quire backup verify FILE [--key FILE] [OPTION...]
       quire backup key --out FILE

Writes one moment of the database, and every file that documents, versions and the trash name at that moment, into one file
(.tar.zst). The service goes on meanwhile. The file appears when it is complete, and only you can read it. It holds what users sign in
with, as hashes. It exits with 1 if the backup could not be made, or lacks files that documents name.

'verify' restores a backup into a temporary folder, runs the doctor there, compares it with what the backup says of itself, and tells
you what it holds. It exits with 0 only if all of it is sound. 'key' makes a pair of keys: the private one is written to a file, the
public one is printed.

Options:
${CONFIG}
      --to PLACE          where to write it: a file, a folder, or s3://BUCKET/PREFIX; by default what 'backups' of the configuration
                          says, or the folder data/backups beside it
      --keep N            afterwards, remove all backups of this application in that place but the newest N
      --encrypt           encrypt it with a passphrase, from QUIRE_BACKUP_PASSPHRASE, the terminal or standard input
      --encrypt=KEY       encrypt it for a public key, which 'quire backup key' has made
      --without-users     leave out users, and all that they sign in with
      --to-database URL   (verify) a PostgreSQL server where a dump may be restored for the check
      --key FILE          (verify) the file of the private key

${DATABASE}`,

  restore: `Usage: quire restore FILE [--to-database URL] [--to-files DIR] [--replace] [OPTION...]

Brings back what a backup holds. FILE may be s3://…, and encrypted. Nothing is touched before all of the backup has been read and
every sum is right, and the database changes in one step at the end. Then the doctor looks at it. Stop the service first.

Options:
${CONFIG}
      --to-database URL   restore to this database instead of the configured one: postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH
      --to-files DIR      restore files to this folder instead of the configured storage
      --replace           replace what is there; without it, the database and the storage of files must be empty
      --key FILE          the file of the private key, if the backup was encrypted for a key

${DATABASE}`,
}

export function helpFor(topic: CommandName | undefined): string {
  return topic === undefined ? GENERAL : TOPICS[topic]
}

import { VERSION } from '../version.ts'
import { CommandFailure } from './command-failure.ts'
import { type Command, parseCommandLine } from './command-line.ts'
import { findConfigFile } from './config-file.ts'
import { readEnvFiles } from './env-file.ts'
import { isStopping, isSupervised } from './stop-request.ts'

// Each command loads only what it needs, because loading the engine dominates the start.
try {
  await run(parseCommandLine(process.argv.slice(2)))
} catch (error) {
  // After a stop request, failures of unfinished work are expected.
  if (!isStopping()) await fail(error)
}

async function run(command: Command): Promise<void> {
  // Report mistakes before the engine is loaded.
  if ('options' in command) readEnvFiles(findConfigFile(command.options.config))
  switch (command.name) {
    case 'help':
      return print((await import('./help-text.ts')).helpFor(command.topic))
    case 'version':
      return print(VERSION)
    case 'dev':
      return (await import('./dev.ts')).dev(command.options)
    case 'start':
      return (await import('./start.ts')).start(command.options, 'production')
    case 'migrate':
      return (await import('./migration-commands.ts')).applyMigrations(command.options)
    case 'migrate status':
      return (await import('./migration-commands.ts')).showMigrations(command.options)
    case 'migrate create':
      return (await import('./migration-commands.ts')).createMigration(command.migration, command.options)
    case 'generate':
      return (await import('./generate.ts')).generate(command.what, command.options)
    case 'create-user':
      return (await import('./content-commands.ts')).createUser(command.options)
    case 'set-password':
      return (await import('./content-commands.ts')).setPassword(command.options)
    case 'export':
      return (await import('./content-commands.ts')).exportContent(command.options)
    case 'import':
      return (await import('./content-commands.ts')).importContent(command.options)
    case 'doctor':
      return (await import('./content-commands.ts')).doctor(command.options)
    case 'jobs run':
      return (await import('./content-commands.ts')).runJob(command.options)
    case 'backup':
      return (await import('./backup-commands.ts')).backup(command.options)
    case 'backup verify':
      return (await import('./backup-commands.ts')).verifyBackup(command.options)
    case 'backup key':
      return (await import('./backup-commands.ts')).makeBackupKey(command.key)
    case 'restore':
      return (await import('./backup-commands.ts')).restore(command.options)
    case 'run':
      return (await import('./content-commands.ts')).runScript(command.options)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Exits by itself, since a half-started application may hold connections and timers open. */
async function fail(error: unknown): Promise<void> {
  const message =
    error instanceof CommandFailure ? error.message : (await import('./explain-error.ts')).explainError(error)
  process.stderr.write(`${message}\n`)
  const exit = () => process.exit(1)
  // Messages are sent in order: after this one, the supervisor has all of them.
  if (isSupervised()) process.send?.('failed', exit)
  else exit()
}

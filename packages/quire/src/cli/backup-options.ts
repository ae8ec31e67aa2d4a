import type { CommandName } from './commands.ts'
import { type CommonOptions, commonFlags, givenText, parse, wholeNumber, wrong } from './given-options.ts'

export interface BackupOptions extends CommonOptions {
  /** A file, a folder or `s3://…`; by default that of `backups`, or `data/backups`. */
  readonly to?: string
  readonly keep?: number
  /** A public key, or true for a passphrase. */
  readonly encrypt?: string | true
  readonly withoutUsers: boolean
}

export interface VerifyOptions extends CommonOptions {
  readonly file: string
  /** PostgreSQL database for a temporary restore of a dump. */
  readonly toDatabase?: string
  readonly key?: string
}

export interface RestoreOptions extends VerifyOptions {
  readonly toFiles?: string
  readonly replace: boolean
}

export interface BackupKeyOptions {
  readonly out: string
}

export type BackupCommand =
  | { readonly name: 'backup'; readonly options: BackupOptions }
  | { readonly name: 'backup verify'; readonly options: VerifyOptions }
  | { readonly name: 'backup key'; readonly key: BackupKeyOptions }

const backupFlags = {
  ...commonFlags,
  to: { type: 'string' },
  keep: { type: 'string' },
  encrypt: { type: 'boolean' },
  'encrypt-to': { type: 'string' },
  'without-users': { type: 'boolean' },
} as const
const verifyFlags = { ...commonFlags, 'to-database': { type: 'string' }, key: { type: 'string' } } as const
const restoreFlags = { ...verifyFlags, 'to-files': { type: 'string' }, replace: { type: 'boolean' } } as const
const keyFlags = { out: { type: 'string', short: 'o' } } as const

const MOST_KEPT = 10_000

export function parseBackup([action, ...rest]: readonly string[]): BackupCommand {
  if (action === 'verify') return { name: 'backup verify', options: parseVerify(rest) }
  if (action === 'key') return { name: 'backup key', key: parseBackupKey(rest) }
  const args = action === undefined ? rest : [action, ...rest]
  const { values, positionals } = parse('backup', args.flatMap(splitRecipient), backupFlags, true)
  if (positionals.length > 0) throw wrong(`There is no command 'backup ${positionals.join(' ')}'.`, 'backup')
  const { keep, 'encrypt-to': recipient, encrypt = false } = values
  return {
    name: 'backup',
    options: {
      ...givenText('backup', 'config', values.config),
      ...givenText('backup', 'to', values.to),
      ...(keep !== undefined && { keep: wholeNumber('backup', 'keep', keep, 1, MOST_KEPT) }),
      ...(recipient !== undefined ? { encrypt: recipient } : encrypt && { encrypt }),
      withoutUsers: values['without-users'] ?? false,
    },
  }
}

/** `--encrypt` may name the recipient: `--encrypt=qbk1…`. */
function splitRecipient(arg: string): string[] {
  return arg.startsWith('--encrypt=') ? ['--encrypt-to', arg.slice('--encrypt='.length)] : [arg]
}

function parseVerify(args: readonly string[]): VerifyOptions {
  const { values, positionals } = parse('backup', args, verifyFlags, true)
  const database = givenText('backup', 'to-database', values['to-database'])['to-database']
  return {
    ...givenText('backup', 'config', values.config),
    ...(database !== undefined && { toDatabase: database }),
    ...givenText('backup', 'key', values.key),
    file: oneBackup('backup', positionals),
  }
}

export function parseRestore(args: readonly string[]): RestoreOptions {
  const { values, positionals } = parse('restore', args, restoreFlags, true)
  const database = givenText('restore', 'to-database', values['to-database'])['to-database']
  const files = givenText('restore', 'to-files', values['to-files'])['to-files']
  return {
    ...givenText('restore', 'config', values.config),
    ...(database !== undefined && { toDatabase: database }),
    ...(files !== undefined && { toFiles: files }),
    ...givenText('restore', 'key', values.key),
    replace: values.replace ?? false,
    file: oneBackup('restore', positionals),
  }
}

function oneBackup(command: CommandName, [file, ...more]: readonly string[]): string {
  if (!file) throw wrong('The backup is missing: a file, or s3://…', command)
  if (more.length > 0) throw wrong('Name one backup at a time.', command)
  return file
}

function parseBackupKey(args: readonly string[]): BackupKeyOptions {
  const { out } = parse('backup', args, keyFlags).values
  if (!out) throw wrong('Name the file for the private key: --out FILE.', 'backup')
  return { out }
}

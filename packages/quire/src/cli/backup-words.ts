import { readFile } from 'node:fs/promises'
import { QuireError } from '@quirecms/core'
import type { Openers } from '../backups/encryption/envelope.ts'
import { CommandFailure } from './command-failure.ts'
import { askPassphrase } from './create-user-password.ts'

/**
 * Reads the passphrase from the environment, the terminal or standard input: never from the command line, which other
 * users of the machine can read.
 */
export async function readPassphrase(which: 'new' | 'known'): Promise<string> {
  const { QUIRE_BACKUP_PASSPHRASE: given } = process.env
  return given ? given : askPassphrase(process.stdin, process.stderr, which)
}

/** Asks for a key or passphrase once, however often the backup is read. */
export function openersOf(keyFile: string | undefined): Openers {
  let passphrase: Promise<string> | undefined
  return {
    isExpected: keyFile !== undefined || Boolean(process.env['QUIRE_BACKUP_PASSPHRASE']),
    privateKey: async () => {
      if (keyFile === undefined)
        throw new CommandFailure('The backup is encrypted for a key. Name the file of the private key: --key FILE')
      return readFile(keyFile, 'utf8')
    },
    passphrase: () => (passphrase ??= readPassphrase('known')),
  }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeOf(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}

/** Rewords an error to say what to do next. */
export function explained(error: unknown): unknown {
  if (error instanceof QuireError && error.code !== 'internal')
    return new CommandFailure(error.message, { cause: error })
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new CommandFailure('The disk is full. Nothing was written.')
  if (code === 'ENOENT' && path !== undefined) return new CommandFailure(`There is no file ${path}.`)
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS') && path !== undefined)
    return new CommandFailure(`${path} cannot be used: ${(error as Error).message}`)
  return error
}

import { writeFile } from 'node:fs/promises'
import { newBackupKey } from '../backups/encryption/keys.ts'
import { CommandFailure } from './command-failure.ts'
import type { BackupKeyOptions } from './backup-options.ts'

/**
 * `quire backup key`: writes the private key to a file that only its owner can read, and the public key to standard
 * output.
 */
export async function makeBackupKey({ out }: BackupKeyOptions): Promise<void> {
  const { publicKey, privateKey } = newBackupKey()
  const text = `# Opens backups that were encrypted for ${publicKey}\n${privateKey}\n`
  try {
    await writeFile(out, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandFailure(
      `${out} exists already. Replacing it would make its backups unreadable, so nothing was changed.`,
    )
  }
  process.stdout.write(`${publicKey}\n`)
}

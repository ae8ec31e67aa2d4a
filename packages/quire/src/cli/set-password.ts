import { QuireError } from '@quirecms/core'
import { setPassword as setPasswordOf } from '@quirecms/features/commands'
import { CommandFailure } from './command-failure.ts'
import type { SetPasswordOptions } from './command-line.ts'
import { readPassword } from './create-user-password.ts'
import { withApplication } from './with-application.ts'

/** `quire set-password`: sets a user's password on the machine. */
export async function setPassword(options: SetPasswordOptions): Promise<void> {
  const { config, collection, email, resetFactors } = options
  await withApplication(config, async (runtime) => {
    const password = await readPassword(process.stdin, process.stderr)
    try {
      const id = await setPasswordOf(runtime, { collection, email, password, resetFactors })
      process.stdout.write(`${collection} ${id}\n`)
    } catch (error) {
      throw error instanceof QuireError && error.code !== 'internal' ? new CommandFailure(error.message) : error
    }
  })
}

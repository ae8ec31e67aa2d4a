import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandFailure } from './command-failure.ts'

/** Where a password comes from: standard input, which may be a terminal with somebody at it. */
export type PasswordInput = Readable & { readonly isTTY?: boolean }

/**
 * Reads the password of a new user. Never from the command line, which other processes of the machine can read, and which shells
 * keep. At a terminal it is asked for twice and not shown; from a pipe it is all of the input, without the line break at its end.
 */
export async function readPassword(input: PasswordInput, prompts: Writable): Promise<string> {
  const password = input.isTTY ? await askTwice(input, prompts) : (await text(input)).replace(/\r?\n$/, '')
  if (password !== '') return password
  throw new CommandFailure('The password is missing. Run this in a terminal to type it, or send it to standard input.')
}

async function askTwice(input: PasswordInput, prompts: Writable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  const ask = (prompt: string) =>
    new Promise<string>((resolve, reject) => {
      // Ctrl-C and Ctrl-D.
      const give = () => reject(new CommandFailure('You did not enter a password, so nothing has changed.'))
      lines.once('close', give)
      lines.once('line', (line) => {
        lines.off('close', give)
        resolve(line)
      })
      prompts.write(prompt)
    }).finally(() => prompts.write('\n'))
  try {
    const password = await ask('Password: ')
    if (password === (await ask('Again: '))) return password
    throw new CommandFailure('The two passwords are different, so nothing has changed. Try again.')
  } finally {
    lines.close()
  }
}

import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandFailure } from './command-failure.ts'

/** The source of a password: standard input, which may be a terminal. */
export type PasswordInput = Readable & { readonly isTTY?: boolean }

/**
 * Reads the password of a new user. Never from the command line, which other processes can read and shells store. At a
 * terminal, asked twice without echo; from a pipe, the whole input without its final line break.
 */
export async function readPassword(input: PasswordInput, prompts: Writable): Promise<string> {
  const password = input.isTTY ? await askTwice(input, prompts) : (await text(input)).replace(/\r?\n$/, '')
  if (password !== '') return password
  throw new CommandFailure('The password is missing. Run this in a terminal to type it, or send it to standard input.')
}

/** Reads a passphrase. A known one is asked once. From a pipe, the whole input. */
export async function askPassphrase(input: PasswordInput, prompts: Writable, which: 'new' | 'known'): Promise<string> {
  const given = input.isTTY
    ? await (which === 'new' ? askTwice : askOnce)(input, prompts, 'Passphrase: ')
    : (await text(input)).replace(/\r?\n$/, '')
  if (given !== '') return given
  throw new CommandFailure(
    'The passphrase is missing. Set QUIRE_BACKUP_PASSPHRASE, run this in a terminal to type it, or send it to standard input.',
  )
}

async function askTwice(input: PasswordInput, prompts: Writable, prompt = 'Password: '): Promise<string> {
  return asking(input, prompts, async (ask) => {
    const password = await ask(prompt)
    if (password === (await ask('Again: '))) return password
    throw new CommandFailure('The two passwords are different, so nothing has changed. Try again.')
  })
}

async function askOnce(input: PasswordInput, prompts: Writable, prompt: string): Promise<string> {
  return asking(input, prompts, (ask) => ask(prompt))
}

async function asking(
  input: PasswordInput,
  prompts: Writable,
  work: (ask: (prompt: string) => Promise<string>) => Promise<string>,
): Promise<string> {
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
    return await work(ask)
  } finally {
    lines.close()
  }
}

import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from '../../../packages/quire/src/cli/create-user-password.ts'

/** A user at a terminal, who types this when prompted. */
function terminal(...lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  const prompts = new PassThrough()
  const left = [...lines]
  let shown = ''
  prompts.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (chunk.toString().endsWith(': ')) input.write(left.shift() ?? '')
  })
  return { input, prompts, shown: () => shown }
}

test('a password is requested twice at a terminal, and not shown', async () => {
  const { input, prompts, shown } = terminal('correct horse\r', 'correct horse\r')
  expect(await readPassword(input, prompts)).toBe('correct horse')
  expect(shown()).toBe('Password: \nAgain: \n')
})

test('different passwords are refused', async () => {
  const { input, prompts } = terminal('correct horse\r', 'correct house\r')
  await expect(readPassword(input, prompts)).rejects.toThrow(
    'The two passwords are different, so nothing has changed. Try again.',
  )
})

test.each(['\u0003', '\u0004'])('%j cancels the input', async (key) => {
  const { input, prompts } = terminal(key)
  await expect(readPassword(input, prompts)).rejects.toThrow('You did not enter a password, so nothing has changed.')
})

test.each([
  ['secret word', 'secret word'],
  ['secret word\n', 'secret word'],
  ['secret word\r\n', 'secret word'],
  [' two\nlines \n', ' two\nlines '],
])('a pipe that contains %j returns %j', async (text, password) => {
  const input = new PassThrough()
  input.end(text)
  expect(await readPassword(input, new PassThrough())).toBe(password)
})

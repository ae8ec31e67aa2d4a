// @module-tag release
import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { BufferedOutput } from '../../http/http/parts.ts'

it('an unread log uses bounded memory, and reports lost lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-log-'))
  execFileSync('mkfifo', [join(folder, 'log')])
  const fd = openSync(join(folder, 'log'), constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  // Pipes are small: with the default limit, a busy machine would take long.
  const most = 1024 * 1024
  const output = new BufferedOutput(fd, most)
  const line = `${'x'.repeat(100_000)}\n`
  for (let i = 0; i < 300; i++) output.write(line)

  const chunk = Buffer.alloc(1024 * 1024)
  let text = ''
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      try {
        text += chunk.toString('latin1', 0, readSync(fd, chunk))
      } catch {
        await wait(5)
      }
    }
  }
  const flushed = new Promise<void>((resolve) => output.flush(resolve))
  let isFlushed = false
  void flushed.then(() => (isFlushed = true))
  await read(() => isFlushed)
  // One line was already being written, and one more reached the limit.
  const kept = Math.ceil(most / line.length) + 1
  expect(text.length).toBeLessThanOrEqual(kept * line.length)
  output.write('afterwards\n')
  await read(() => text.endsWith('afterwards\n'))
  const lost = 300 - kept
  expect(text.slice(kept * line.length)).toMatch(
    new RegExp(`^.*"level":"warn".*"${lost} lines of the log were dropped, because the output was not read"`),
  )
})
